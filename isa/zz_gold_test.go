package isa
import ("testing";"fmt";"path/filepath";"encoding/hex";"strings";"sort")
func TestZZGold(t *testing.T){
 for _,tg:=range []string{"gfx600","gfx700","gfx803","gfx900"} {
  g:=asmTargets[tg]; files,_:=filepath.Glob("../testdata/isa/"+tg+"/*.txt")
  tot,ok,exact,skip:=0,0,0,0; bad:=map[string][]string{}
  for _,p:=range files { for _,l:=range goldens(t,p) {
    code,err:=hex.DecodeString(l[0]); if err!=nil||strings.Contains(l[1],"/*")||strings.HasPrefix(l[1],"!"){skip++;continue}
    tot++
    got,perr:=parseHex(g,l[1])
    if got==l[0] {exact++;ok++;continue}
    in,err:=Decode(g,code); k:=filepath.Base(p)
    if err!=nil { bad["decode "+k]=append(bad["decode "+k],fmt.Sprint(l,err));continue}
    if lossy(&in)&&perr==nil {ok++;continue}
    w,_:=Encode(&in)
    if hex.EncodeToString(w)==got {ok++;continue}
    bad[k]=append(bad[k],fmt.Sprint(l," got ",got," canon ",hex.EncodeToString(w)," ",perr))
  }}
  fmt.Println(tg,"lines",tot,"skip",skip,"exact",exact,"ok",ok)
  var ks []string; for k:=range bad {ks=append(ks,k)}; sort.Strings(ks)
  for _,k:=range ks { fmt.Println("  ",k,len(bad[k])); for i:=0;i<4&&i<len(bad[k]);i++ {fmt.Println("      ",bad[k][i])} }
 }
}
