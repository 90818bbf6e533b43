/** Pages that the toolset's tests use: small, and each control says in the title what it got. */
export const TOOLSET_PAGES = {
  '/': `<!doctype html><title>Shop</title><style>body{margin:0}main{padding:8px}.at{position:absolute;width:80px;height:40px}</style><main>
<h1>Shop</h1>
<label>Search <input id=q></label> <textarea aria-label=Notes></textarea>
<button onclick="document.title='clicked'" ondblclick="document.title='double'" onauxclick="if(event.button===1)document.title='aux 1'" oncontextmenu="document.title='menu';return false">Go</button>
<button onclick="document.title='with '+[event.shiftKey&&'shift',event.ctrlKey&&'ctrl'].filter(Boolean).join('+')">Held</button>
<button onmouseover="document.title='over'">Hover</button>
<select aria-label=Sort><option>New<option value=o>Old</select>
<label><input type=checkbox> Agree</label> <label><input type=radio name=r value=a> First</label>
<input aria-label=Day type=date> <input aria-label=Locked readonly value=x> <button disabled>Off</button>
<button onclick="if(!confirm('Really?'))document.title='kept'">Ask</button>
<a href=/two target=_blank>Two</a> <a href=/two>Here</a> <a href=/file.csv>Report</a> <a href="javascript:document.title='js'">Js</a>
<input type=file aria-label=Attach onchange="document.title='got '+this.files[0].name">
<p hidden>never seen</p>
<div class=at id=a style="left:300px;top:400px;background:#cde" onclick="document.title='A'">A</div>
<div class=at id=b style="left:500px;top:400px;background:#dec" onclick="document.title='B'">B</div>
<div class=at id=pad style="left:700px;top:400px;background:#edc">Pad</div>
<iframe class=at style="left:900px;top:400px;width:200px;height:80px;border:0" srcdoc="<body style=margin:0><button style='width:100px;height:40px' onclick=&quot;parent.document.title='inner'&quot;>Inner</button>"></iframe>
<p style="position:absolute;top:3000px">Deep down <button onclick="document.title='deep'">Deep</button></p>
</main><script>
pad.onpointerdown=()=>{document.title='down'};pad.onpointermove=(e)=>{if(e.buttons)document.title='moved '+Math.round(e.clientX)};addEventListener('pointerup',(e)=>{if(e.target===pad)document.title+=' up'});
addEventListener('keydown',(e)=>{window.keys=(window.keys||'')+(e.ctrlKey?'^':'')+e.key+' '});
addEventListener('wheel',(e)=>{window.turned=(window.turned||0)+e.deltaY});
console.log('hello',location.pathname);
</script>`,
  '/two':
    '<!doctype html><title>Two</title><h1>Second</h1><button onclick="document.title=\'hit\'">Go</button><a href="/">Back</a>',
  '/article': `<!doctype html><title>Article</title><nav><a href="/">Home</a></nav><main><h1>Main words</h1><p>${'Long text. '.repeat(20)}</p></main><footer>Foot</footer>`,
  '/long': `<!doctype html><title>Long</title><main>${Array.from({ length: 3_000 }, (_, n) => `<p>Paragraph number ${n} with some words in it</p>`).join('')}</main>`,
  '/many': `<!doctype html><title>Many</title><main>${Array.from({ length: 30 }, (_, n) => `<button>Add item ${n}</button>`).join('')}</main>`,
  '/moves': `<!doctype html><title>Moves</title><style>body{margin:0}</style><button id=x style="position:absolute;left:100px;top:100px;width:100px;height:40px" onclick="document.title='x'">X</button><script>onmessage=()=>{x.style.left='400px'};</script>`,
  '/dialogs': `<!doctype html><title>Dialogs</title><script>addEventListener('beforeunload',(e)=>{if(window.dirty)e.preventDefault()});</script><button onclick="window.dirty=1">Dirty</button><button onclick="alert('one');document.title='after'">Alert</button><button onclick="document.title=String(prompt('Name?'))">Prompt</button>`,
  '/evil': `<!doctype html><title>A&#10;B&#8238;C "q" \\ ${'x'.repeat(500)}</title><p>Evil [ref_1] text</p><p id=t></p>`,
  '/busy': '<!doctype html><title>Busy</title><button onclick="for(;;){}">Hang</button>',
  '/secret': '<!doctype html><title>In</title><a href="/two?token=abcdef123456&page=2">Link</a>',
} as const;
