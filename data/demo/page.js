'use strict';
const D=window.DEMO,TAU=2*Math.PI;
const el=(t,c,x)=>{const e=document.createElement(t);if(c)e.className=c;if(x!=null)e.textContent=x;return e};
const bytes=s=>Uint8Array.from(atob(s),c=>c.charCodeAt(0));
// --- small mathematics: column-major matrices
const mul=(a,b)=>{const o=new Float32Array(16);for(let c=0;c<4;c++)for(let r=0;r<4;r++){let s=0;for(let k=0;k<4;k++)s+=a[k*4+r]*b[c*4+k];o[c*4+r]=s}return o};
const sub=(a,b)=>[a[0]-b[0],a[1]-b[1],a[2]-b[2]],dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2];
const cross=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]];
const unit=a=>{const l=Math.hypot(...a)||1;return a.map(v=>v/l)};
const look=(eye,at)=>{const z=unit(sub(eye,at)),x=unit(cross([0,1,0],z)),y=cross(z,x);
  return new Float32Array([x[0],y[0],z[0],0,x[1],y[1],z[1],0,x[2],y[2],z[2],0,-dot(x,eye),-dot(y,eye),-dot(z,eye),1])};
const lens=(fov,aspect,near,far)=>{const f=1/Math.tan(fov/2);return new Float32Array([f/aspect,0,0,0,0,f,0,0,0,0,(far+near)/(near-far),-1,0,0,2*far*near/(near-far),0])};
const place=(o,p,q,s)=>{const[x,y,z,w]=q;
  o[0]=s*(1-2*(y*y+z*z));o[1]=s*2*(x*y+z*w);o[2]=s*2*(x*z-y*w);o[3]=0;o[4]=s*2*(x*y-z*w);o[5]=s*(1-2*(x*x+z*z));o[6]=s*2*(y*z+x*w);o[7]=0;
  o[8]=s*2*(x*z+y*w);o[9]=s*2*(y*z-x*w);o[10]=s*(1-2*(x*x+y*y));o[11]=0;o[12]=p[0];o[13]=p[1];o[14]=p[2];o[15]=1;return o};
// --- a cube with round edges: corner of the inner box, and the normal that the radius goes along
const round=(()=>{const v=[],n=6,ix=[];for(let f=0;f<6;f++){const base=v.length/6,ax=f>>1,sg=f&1?1:-1;
  for(let i=0;i<=n;i++)for(let j=0;j<=n;j++){const p=[0,0,0],t=u=>Math.tan((u/n*2-1)*Math.PI/4);p[ax]=sg;p[(ax+1)%3]=t(i);p[(ax+2)%3]=t(j);
    const c=p.map((a,k)=>k===ax?sg:a<-1e-6?-1:a>1e-6?1:0),m=unit(p);v.push(...c,...m)}
  for(let i=0;i<n;i++)for(let j=0;j<n;j++){const a=base+i*(n+1)+j,b=a+n+1;sg>0?ix.push(a,b,a+1,a+1,b,b+1):ix.push(a,a+1,b,a+1,b+1,b)}}
  return{v:new Float32Array(v),i:new Uint16Array(ix)}})();
const VS=`attribute vec3 c;attribute vec3 n;uniform mat4 view,body;uniform vec3 mid,half_;uniform float flat_,edge_;varying vec3 N;varying vec3 P;
void main(){float r=edge_*min(half_.x,min(half_.y,half_.z));vec3 p=half_.x<0.?c:mid+c*(half_-r)+n*r;vec4 w=body*vec4(p,1.);
if(flat_>0.){w.x-=w.y*.35;w.z-=w.y*.25;w.y=flat_;}N=mat3(body)*n;P=w.xyz;gl_Position=view*w;}`;
const FS=`precision highp float;varying vec3 N;varying vec3 P;uniform vec3 color;uniform float flat_,far_;uniform vec3 mid_;
void main(){if(flat_>0.){gl_FragColor=vec4(.1,.12,.18,.16);return;}
if(far_>0.){float d=length(P.xz-mid_.xz)/far_;vec2 g=abs(fract(P.xz/(far_*.12))-.5);float line=smoothstep(.485,.495,max(g.x,g.y));gl_FragColor=vec4(mix(vec3(.95,.955,.965),vec3(.86,.875,.9),line),(1.-smoothstep(.55,1.,d)));return;}
vec3 n=normalize(N);float l=max(dot(n,normalize(vec3(.45,.8,.4))),0.),s=.5+.5*n.y;gl_FragColor=vec4(color*(.36+.22*s+.5*l),1.);}`;
function program(gl){const make=(t,s)=>{const o=gl.createShader(t);gl.shaderSource(o,s);gl.compileShader(o);if(!gl.getShaderParameter(o,gl.COMPILE_STATUS))throw Error(gl.getShaderInfoLog(o));return o};
  const p=gl.createProgram();gl.attachShader(p,make(gl.VERTEX_SHADER,VS));gl.attachShader(p,make(gl.FRAGMENT_SHADER,FS));gl.bindAttribLocation(p,0,'c');gl.bindAttribLocation(p,1,'n');gl.linkProgram(p);
  const u={};for(const k of['view','body','mid','half_','flat_','color','far_','mid_','edge_'])u[k]=gl.getUniformLocation(p,k);return{p,u}}
// --- an actor: poses of bodies in the world, and how it is drawn
class Actor{
  constructor(a){Object.assign(this,a);const b=bytes(a.data);this.raw=new Int16Array(b.buffer);this.n=a.boxes.length;this.m=Array.from({length:this.n},()=>new Float32Array(16));
    if(a.mesh){const m=a.mesh;this.mesh={v:new Float32Array(bytes(m.v).buffer),n:new Float32Array(bytes(m.n).buffer),b:new Uint16Array(bytes(m.b).buffer),w:bytes(m.w),i:new Uint16Array(bytes(m.i).buffer),inv:new Float32Array(bytes(m.inv).buffer)};
      this.skin=new Float32Array(this.mesh.v.length*2)}}
  get seconds(){return(this.frames-1)/this.rate}
  pose(t,at,s){let f=t*this.rate;const rest=.7*this.rate,all=this.loops?this.frames-1:this.frames-1+rest;f=f%all;f=Math.min(f,this.frames-1-1e-3);
    const i=Math.floor(f),k=f-i,n=this.n,A=i*n*7,B=A+n*7,r=this.raw,g=this.range/32767;
    let ox=0,oz=0;if(this.treadmill){const c=this.root*7,x=a=>r[a+c]*g,z=a=>r[a+c+2]*g;ox=x(A)+(x(B)-x(A))*k;oz=z(A)+(z(B)-z(A))*k}
    for(let b=0;b<n;b++){const a=A+b*7,c=B+b*7,p=[0,0,0],q=[0,0,0,0];for(let j=0;j<3;j++)p[j]=(r[a+j]+(r[c+j]-r[a+j])*k)*g;
      let d=0;for(let j=3;j<7;j++)d+=r[a+j]*r[c+j];const sg=d<0?-1:1;for(let j=0;j<4;j++)q[j]=r[a+3+j]*(1-k)+sg*r[c+3+j]*k;
      p[0]=(p[0]-ox)*s+at[0];p[1]=p[1]*s+at[1];p[2]=(p[2]-oz)*s+at[2];const u=Math.hypot(...q)||1;place(this.m[b],p,q.map(v=>v/u),s)}
    this.here=[this.m[this.root][12],this.m[this.root][13],this.m[this.root][14]]}
  bend(){const M=this.mesh,o=this.skin,n=M.v.length/3;if(!this.pal)this.pal=this.m.map(()=>null);
    for(let b=0;b<this.n;b++)this.pal[b]=mul(this.m[b],M.inv.subarray(b*16,b*16+16));
    for(let i=0;i<n;i++){let x=0,y=0,z=0,a=0,b=0,c=0;const px=M.v[i*3],py=M.v[i*3+1],pz=M.v[i*3+2],nx=M.n[i*3],ny=M.n[i*3+1],nz=M.n[i*3+2];
      for(let k=0;k<4;k++){const w=M.w[i*4+k]/255;if(!w)continue;const m=this.pal[M.b[i*4+k]];
        x+=w*(m[0]*px+m[4]*py+m[8]*pz+m[12]);y+=w*(m[1]*px+m[5]*py+m[9]*pz+m[13]);z+=w*(m[2]*px+m[6]*py+m[10]*pz+m[14]);
        a+=w*(m[0]*nx+m[4]*ny+m[8]*nz);b+=w*(m[1]*nx+m[5]*ny+m[9]*nz);c+=w*(m[2]*nx+m[6]*ny+m[10]*nz)}
      o.set([x,y,z,a,b,c],i*6)}}
}
const ID=place(new Float32Array(16),[0,0,0],[0,0,0,1],1);
// --- a film: one canvas, its actors side by side, a camera that may be turned
class Film{
  constructor(box,f){this.f=f;this.box=box;this.canvas=box.appendChild(el('canvas'));this.yaw=f.yaw||.5;this.pitch=f.pitch||(f.real?.22:.4);this.t=0;this.take=0;
    const gl=this.gl=this.canvas.getContext('webgl',{antialias:true,stencil:true,alpha:true,preserveDrawingBuffer:true});
    if(!gl){box.replaceChildren(el('div','none','This browser draws no WebGL: the films need it.'));return}
    this.pr=program(gl);this.buf=gl.createBuffer();gl.bindBuffer(gl.ARRAY_BUFFER,this.buf);gl.bufferData(gl.ARRAY_BUFFER,round.v,gl.STATIC_DRAW);
    this.ibuf=gl.createBuffer();gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER,this.ibuf);gl.bufferData(gl.ELEMENT_ARRAY_BUFFER,round.i,gl.STATIC_DRAW);
    this.mbuf=gl.createBuffer();this.mi=gl.createBuffer();this.quad=gl.createBuffer();
    const tools=box.appendChild(el('div','tools'));
    f.takes.forEach((t,i)=>{if(f.takes.length<2)return;const b=tools.appendChild(el('button',i?'':'on',t.name));b.onclick=()=>{this.show(i);[...tools.children].forEach((c,k)=>c.className=k===i?'on':'')}});
    let down=null;this.canvas.onpointerdown=e=>{down=[e.clientX,e.clientY];this.canvas.setPointerCapture(e.pointerId)};this.canvas.onpointerup=()=>down=null;
    this.canvas.onpointermove=e=>{if(!down)return;this.yaw-=(e.clientX-down[0])*.008;this.pitch=Math.min(1.3,Math.max(.02,this.pitch+(e.clientY-down[1])*.006));down=[e.clientX,e.clientY];this.fit()};
    this.show(0)}
  show(i){this.take=i;const t=this.f.takes[i];t.made=t.made||t.actors.map(a=>new Actor(a));this.actors=t.made;this.t=0;
    (this.labels||[]).forEach(l=>l.remove());this.labels=this.actors.map(a=>this.box.appendChild(el('span','',a.name)));this.lay();this.fit()}
  lay(){const n=this.actors.length,f=this.f;if(f.real){this.cell=1;this.spots=this.actors.map(()=>[0,0,0]);return}
    const cols=Math.ceil(Math.sqrt(n*2.4)),rows=Math.ceil(n/cols);
    this.spots=this.actors.map((a,i)=>[((i%cols)-(Math.min(cols,n)-1)/2)*1.5,0,-(Math.floor(i/cols)-(rows-1)/2)*1.9])}
  scale(a){return this.f.real?1:1/a.size}
  fit(){const P=[],f=this.f;this.actors.forEach((a,i)=>{if(a.thing)return;for(let k=0;k<=12;k++){a.pose(a.seconds*k/12*.999,this.spots[i],this.scale(a));a.m.forEach(m=>P.push([m[12],m[13],m[14]]))}});
    const fov=.5,th=Math.tan(fov/2),tw=th*(this.canvas.clientWidth/this.canvas.clientHeight||2),pad=f.real?.3:.25,low=f.real?.3:.55; // of joints to skins and labels
    const c=Math.cos(this.yaw),s=Math.sin(this.yaw),dir=[s*Math.cos(this.pitch),Math.sin(this.pitch),c*Math.cos(this.pitch)],right=[c,0,-s],up=cross(dir,right);
    let mid=P[0].slice(),dist=1;for(let n=0;n<6;n++){let l=1e9,r=-1e9,b=1e9,t=-1e9;dist=1; // centred where it is seen, not where it is
      for(const p of P){const d=sub(p,mid),x=dot(d,right),y=dot(d,up),z=dot(d,dir);l=Math.min(l,x-pad);r=Math.max(r,x+pad);b=Math.min(b,y-low);t=Math.max(t,y+pad);
        dist=Math.max(dist,(Math.abs(x)+pad)/tw+z,(y+pad)/th+z,(low-y)/th+z)}
      mid=mid.map((v,j)=>v+right[j]*(l+r)/2+up[j]*(b+t)/2)}
    let lo=[1e9,1e9],hi=[-1e9,-1e9];for(const p of P)for(let j=0;j<2;j++){lo[j]=Math.min(lo[j],p[2*j]);hi[j]=Math.max(hi[j],p[2*j])}
    this.mid=mid;this.dist=dist*1.02;this.reach=Math.hypot(hi[0]-lo[0],hi[1]-lo[1])*.9+1;this.dir=dir;this.fov=fov}
  draw(dt){const gl=this.gl;if(!gl)return;this.t+=dt;const w=this.canvas.clientWidth*devicePixelRatio|0,h=this.canvas.clientHeight*devicePixelRatio|0;
    if(this.canvas.width!==w||this.canvas.height!==h){this.canvas.width=w;this.canvas.height=h;this.fit()}
    const eye=this.mid.map((v,j)=>v+this.dir[j]*this.dist),view=mul(lens(this.fov,w/h,this.dist*.05,this.dist*6),look(eye,this.mid)),{p,u}=this.pr;
    gl.viewport(0,0,w,h);gl.clearColor(0,0,0,0);gl.clear(gl.COLOR_BUFFER_BIT|gl.DEPTH_BUFFER_BIT|gl.STENCIL_BUFFER_BIT);gl.enable(gl.DEPTH_TEST);gl.useProgram(p);
    gl.uniformMatrix4fv(u.view,false,view);gl.enableVertexAttribArray(0);gl.enableVertexAttribArray(1);gl.uniform3fv(u.mid_,this.mid);
    this.actors.forEach((a,i)=>{a.pose(this.t,this.spots[i],this.scale(a));if(a.mesh)a.bend()});
    this.ground(u);gl.disable(gl.BLEND);gl.uniform1f(u.far_,0);gl.uniform1f(u.flat_,0);this.solids(u,false);
    gl.enable(gl.BLEND);gl.blendFuncSeparate(gl.SRC_ALPHA,gl.ONE_MINUS_SRC_ALPHA,gl.ONE,gl.ONE_MINUS_SRC_ALPHA);gl.enable(gl.STENCIL_TEST);gl.stencilFunc(gl.EQUAL,0,255);gl.stencilOp(gl.KEEP,gl.KEEP,gl.INCR);
    gl.uniform1f(u.flat_,this.reach*.0012);this.solids(u,true);gl.disable(gl.STENCIL_TEST);gl.uniform1f(u.flat_,0);
    this.actors.forEach((a,i)=>{const m=[a.here[0],0,a.here[2]+(this.f.real?0:.45)],x=view[0]*m[0]+view[4]*m[1]+view[8]*m[2]+view[12],y=view[1]*m[0]+view[5]*m[1]+view[9]*m[2]+view[13],k=view[3]*m[0]+view[7]*m[1]+view[11]*m[2]+view[15],L=this.labels[i];
      L.style.left=(x/k+1)*50+'%';L.style.top=(1-y/k)*.5*this.canvas.clientHeight+4+'px'})}
  ground(u){const gl=this.gl,r=this.reach,m=this.mid,q=new Float32Array([m[0]-r,0,m[2]-r,0,1,0,m[0]+r,0,m[2]-r,0,1,0,m[0]-r,0,m[2]+r,0,1,0,m[0]+r,0,m[2]+r,0,1,0]);
    gl.bindBuffer(gl.ARRAY_BUFFER,this.quad);gl.bufferData(gl.ARRAY_BUFFER,q,gl.DYNAMIC_DRAW);gl.vertexAttribPointer(0,3,gl.FLOAT,false,24,0);gl.vertexAttribPointer(1,3,gl.FLOAT,false,24,12);
    gl.enable(gl.BLEND);gl.blendFuncSeparate(gl.SRC_ALPHA,gl.ONE_MINUS_SRC_ALPHA,gl.ONE,gl.ONE_MINUS_SRC_ALPHA);gl.uniformMatrix4fv(u.body,false,ID);gl.uniform3f(u.half_,-1,0,0);gl.uniform1f(u.flat_,0);gl.uniform1f(u.far_,r);
    gl.depthMask(false);gl.drawArrays(gl.TRIANGLE_STRIP,0,4);gl.depthMask(true)}
  solids(u,shadow){const gl=this.gl;gl.bindBuffer(gl.ARRAY_BUFFER,this.buf);gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER,this.ibuf);gl.vertexAttribPointer(0,3,gl.FLOAT,false,24,0);gl.vertexAttribPointer(1,3,gl.FLOAT,false,24,12);
    const cube=(m,b,c,e)=>{gl.uniformMatrix4fv(u.body,false,m);gl.uniform3f(u.mid,b[0],b[1],b[2]);gl.uniform3f(u.half_,b[3],b[4],b[5]);gl.uniform1f(u.edge_,e||(b[7]?1:.42));gl.uniform3f(u.color,(c>>16&255)/255,(c>>8&255)/255,(c&255)/255);gl.drawElements(gl.TRIANGLES,round.i.length,gl.UNSIGNED_SHORT,0)};
    if(!shadow)(this.f.world||[]).forEach(b=>cube(place(new Float32Array(16),b,b.slice(3,7),1),[0,0,0,b[7],b[8],b[9]],0xc9ced6,.02));
    this.actors.forEach(a=>{if(!a.mesh)a.boxes.forEach((b,k)=>cube(a.m[k],b,b[6]))});
    this.actors.forEach(a=>{if(!a.mesh)return;const M=a.mesh;gl.bindBuffer(gl.ARRAY_BUFFER,this.mbuf);gl.bufferData(gl.ARRAY_BUFFER,a.skin,gl.DYNAMIC_DRAW);gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER,this.mi);gl.bufferData(gl.ELEMENT_ARRAY_BUFFER,M.i,gl.DYNAMIC_DRAW);
      gl.vertexAttribPointer(0,3,gl.FLOAT,false,24,0);gl.vertexAttribPointer(1,3,gl.FLOAT,false,24,12);gl.uniformMatrix4fv(u.body,false,ID);gl.uniform3f(u.half_,-1,0,0);const c=a.mesh_color||[.62,.7,.82];gl.uniform3f(u.color,c[0],c[1],c[2]);
      gl.drawElements(gl.TRIANGLES,M.i.length,gl.UNSIGNED_SHORT,0)})}
}
const main=document.querySelector('main'),films=[];
for(const f of D.films){main.append(el('h2','',f.title));const p=el('p','',f.about+' ');if(f.command)p.append(el('code','',f.command));main.append(p);const box=main.appendChild(el('div','film'));films.push(new Film(box,f))}
if(D.grid){const g=D.grid,h=main.appendChild(el('h2','','One judge'));main.append(el('p','',g.pass+' of '+g.judged+' pairs of a motion and a body pass every gate of the judge: feet that do not slip, joints within their limits, weight that falls as weight falls, and what the motion means to do. Hover to see what stops the others. '));
  main.lastChild.append(el('code','',g.command));const t=main.appendChild(el('table')),hr=t.createTHead().insertRow();hr.append(el('th'));g.acts.forEach(a=>{const th=el('th');th.append(el('span','',a));hr.append(th)});
  const b=t.createTBody();g.bodies.forEach((name,i)=>{const r=b.insertRow();r.append(el('th','',name));g.acts.forEach((a,k)=>{const c=g.cells[i*g.acts.length+k],d=r.insertCell();d.className=c[0];d.title=name+', '+a+': '+(c[1]||{p:'pass',s:'not for this body'}[c[0]]||'')})})}
const seen=new Set();const watch=new IntersectionObserver(es=>es.forEach(e=>{const f=films.find(x=>x.box===e.target);e.isIntersecting?seen.add(f):seen.delete(f)}));
films.forEach(f=>watch.observe(f.box));let last=performance.now();window.FILMS=films;
(function tick(now){const dt=Math.min(.1,(now-last)/1000);last=now;seen.forEach(f=>f.draw(dt));requestAnimationFrame(tick)})(last);
