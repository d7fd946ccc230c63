package isa
import ("testing";"fmt";"os";"math/rand/v2";"bufio")
func TestZZGen(t *testing.T){
 out:=os.Getenv("GENOUT"); if out=="" {t.Skip()}
 g:=map[string]Gen{"gfx600":GCN10,"gfx700":GCN11,"gfx803":GCN12,"gfx900":GCN14}[os.Getenv("TGT")]
 f,_:=os.Create(out); w:=bufio.NewWriter(f)
 rng:=rand.New(rand.NewPCG(7,8))
 for _,fm:=range Forms(g){
  for i:=0;i<60;i++{
   var x [2]uint32
   x[0]=rng.Uint32()&^fm.layout.mask[0]|fm.layout.match[0]
   x[1]=rng.Uint32()&^fm.layout.mask[1]|fm.layout.match[1]
   if i%3==0 { x[1]&=rng.Uint32()&rng.Uint32(); x[0]&=rng.Uint32()|fm.layout.mask[0] ; x[0]=x[0]&^fm.layout.mask[0]|fm.layout.match[0]}
   fm.layout.put(&x,'o',uint32(fm.Op))
   n:=int(fm.layout.words)
   if n==1 {
     if fm.layout.width('a')==9 && i%5<3 { v:=rng.Uint32N(3); if v==0 {fm.layout.put(&x,'a',249)}; if v==1{fm.layout.put(&x,'a',250)}; if v==2 {fm.layout.put(&x,'a',255)} }
     n=2
   } else {
    // avoid 255 in 9-bit sources
    for _,c:=range []byte("abctf") { if fm.layout.width(c)>=8 && fm.layout.width(c)<=9 && fm.layout.get(&x,c)==255 {fm.layout.put(&x,c,uint32(128))}}
   }
   for j:=0;j<n;j++ { fmt.Fprintf(w,"0x%02x 0x%02x 0x%02x 0x%02x ",x[j]&255,x[j]>>8&255,x[j]>>16&255,x[j]>>24) }
   fmt.Fprintln(w)
  }
 }
 w.Flush()
}
func TestZZPrint(t *testing.T){
 out:=os.Getenv("PRINTOUT"); if out=="" {t.Skip()}
 g:=map[string]Gen{"gfx600":GCN10,"gfx700":GCN11,"gfx803":GCN12,"gfx900":GCN14}[os.Getenv("TGT")]
 f,_:=os.Open(os.Getenv("GENIN")); sc:=bufio.NewScanner(f); o,_:=os.Create(out); w:=bufio.NewWriter(o)
 for sc.Scan(){ var b [8]byte; n,_:=fmt.Sscanf(sc.Text(),"0x%x 0x%x 0x%x 0x%x 0x%x 0x%x 0x%x 0x%x",&b[0],&b[1],&b[2],&b[3],&b[4],&b[5],&b[6],&b[7])
  in,err:=Decode(g,b[:n]); if err!=nil {continue}
  fmt.Fprintln(w,in.String()) }
 w.Flush()
}
