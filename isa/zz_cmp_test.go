package isa
import ("testing";"fmt";"os";"bufio";"strings";"sort")
func TestZZCmp(t *testing.T){
 f,err:=os.Open(os.Getenv("CMP")); if err!=nil {t.Skip()}
 g:=map[string]Gen{"gfx600":GCN10,"gfx700":GCN11,"gfx803":GCN12,"gfx900":GCN14}[os.Getenv("TGT")]
 sc:=bufio.NewScanner(f)
 total,ok,lok,lbad,rej:=0,0,0,0,0
 cat:=map[string][]string{}
 for sc.Scan(){
  p:=strings.Split(sc.Text(),"\t")
  if strings.Contains(p[0],"/*") {continue}
  total++
  in,err:=ParseInst(g,p[0])
  var c string
  if err==nil { b,_:=Encode(&in); c=fmt.Sprintf("%x",b)}
  mn:=strings.Fields(p[0])[0]
  switch {
  case p[2]!="-" && c==p[2]: lok++; ok++
  case p[2]=="-" && c==p[1]: ok++
  case err!=nil && p[2]!="-": lbad++; cat["REJECT "+mn]=append(cat["REJECT "+mn],fmt.Sprintf("%s | %v | llvm %s",p[0],err,p[2]))
  case err!=nil: rej++; cat["rej-dis "+mn]=append(cat["rej-dis "+mn],fmt.Sprintf("%s | %v | dis %s",p[0],err,p[1]))
  case p[2]!="-": lbad++; cat["DIFF "+mn]=append(cat["DIFF "+mn],fmt.Sprintf("%s | %s | llvm %s dis %s",p[0],c,p[2],p[1]))
  default: rej++; cat["diff-dis "+mn]=append(cat["diff-dis "+mn],fmt.Sprintf("%s | %s | dis %s",p[0],c,p[1]))
  }
 }
 fmt.Println("total",total,"ok",ok,"llvm-accepted ok",lok,"llvm-accepted bad",lbad,"llvm-rejected differing",rej)
 var ks []string; for k:=range cat {ks=append(ks,k)}; sort.Strings(ks)
 for _,k:=range ks { v:=cat[k]; fmt.Println(k,len(v)); for i:=0;i<2&&i<len(v);i++ {fmt.Println("   ",v[i])}}
}
