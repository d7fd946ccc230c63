package isa
import ("testing";"fmt";"os";"bufio")
func TestZZTry(t *testing.T){
 f,err:=os.Open(os.Getenv("TRY")); if err!=nil {t.Skip()}
 g:=map[string]Gen{"gfx600":GCN10,"gfx700":GCN11,"gfx803":GCN12,"gfx900":GCN14}[os.Getenv("TGT")]
 sc:=bufio.NewScanner(f)
 for sc.Scan(){
  in,err:=ParseInst(g,sc.Text())
  if err!=nil { fmt.Printf("ERR %s\t%v\n",sc.Text(),err); continue}
  c,_:=Encode(&in)
  fmt.Printf("%x\t%s\t%s\n",c,sc.Text(),in.String())
 }
}
