package isa
import ("testing";"fmt";"os";"bufio";"strings")
func TestZZLines(t *testing.T){
 for _,tg:=range []string{"gfx600","gfx700","gfx803","gfx900"} {
 g:=map[string]Gen{"gfx600":GCN10,"gfx700":GCN11,"gfx803":GCN12,"gfx900":GCN14}[tg]
 f,_:=os.Open("../testdata/isa/asm/"+tg+".txt")
 sc:=bufio.NewScanner(f)
 for sc.Scan(){ h,x,_:=strings.Cut(sc.Text()," | "); in,err:=ParseInst(g,x); got:="error"; if err==nil {b,_:=Encode(&in); got=fmt.Sprintf("%x",b)}
  if got!=h { fmt.Printf("%s %-60s got %s llvm %s %v\n",tg,x,got,h,err)}
 }}
}
