import { registerPlainText } from '@lexical/plain-text';
import { Editor as TiptapEditor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { Editor as DraftEditor, EditorState } from 'draft-js';
import IMask from 'imask';
import { $getRoot, createEditor as createLexical } from 'lexical';
import { Node as ProseNode } from 'prosemirror-model';
import { schema } from 'prosemirror-schema-basic';
import { EditorState as ProseState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import Quill from 'quill';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor as createSlate } from 'slate';
import { Editable, Slate, withReact } from 'slate-react';

/** Editors and fields that keep their own model of what is written: `models` reads it, not the document. */
const models = {};
window.models = models;

const app = document.getElementById('app');
const place = (id, label) => {
  const box = document.createElement('div');
  box.id = id;
  box.innerHTML = `<h2>${label}</h2><div class="place"></div>`;
  app.append(box);
  return box.querySelector('.place');
};
const name = (element, label) => element.setAttribute('aria-label', label);

const prose = new EditorView(place('prosemirror-box', 'ProseMirror'), {
  state: ProseState.create({
    doc: ProseNode.fromJSON(schema, {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'old text' }] }],
    }),
  }),
  attributes: { role: 'textbox', 'aria-label': 'Prosemirror' },
});
models.prosemirror = () => prose.state.doc.textContent;

const tiptap = new TiptapEditor({
  element: place('tiptap-box', 'Tiptap'),
  extensions: [StarterKit],
  content: '<p>old text</p>',
  editorProps: { attributes: { role: 'textbox', 'aria-label': 'Tiptap' } },
});
models.tiptap = () => tiptap.getText();

const quill = new Quill(place('quill-box', 'Quill'), {});
quill.setText('old text');
quill.root.setAttribute('role', 'textbox');
name(quill.root, 'Quill');
models.quill = () => quill.getText().trim();

function SlateBox() {
  const editor = useMemo(() => withReact(createSlate()), []);
  models.slate = () =>
    editor.children.map((block) => block.children.map((leaf) => leaf.text).join('')).join('\n');
  return (
    <Slate editor={editor} initialValue={[{ type: 'paragraph', children: [{ text: 'old text' }] }]}>
      <Editable aria-label="Slate" />
    </Slate>
  );
}
createRoot(place('slate-box', 'Slate')).render(<SlateBox />);

function DraftBox() {
  const [state, setState] = useState(() => EditorState.createEmpty());
  models.draft = () => state.getCurrentContent().getPlainText();
  return <DraftEditor editorState={state} onChange={setState} ariaLabel="Draft" />;
}
createRoot(place('draft-box', 'Draft')).render(<DraftBox />);

const lexicalRoot = place('lexical-box', 'Lexical');
lexicalRoot.contentEditable = 'true';
lexicalRoot.setAttribute('role', 'textbox');
name(lexicalRoot, 'Lexical');
const lexical = createLexical({
  namespace: 'test',
  onError: (error) => {
    throw error;
  },
});
lexical.setRootElement(lexicalRoot);
registerPlainText(lexical);
models.lexical = () => lexical.getEditorState().read(() => $getRoot().getTextContent());

const phone = document.createElement('input');
name(phone, 'Phone');
place('mask-box', 'Mask').append(phone);
const mask = IMask(phone, { mask: '+{351} 000 000 000' });
models.phone = () => mask.unmaskedValue;

function Controlled() {
  const [text, setText] = useState('old');
  const [loud, setLoud] = useState('OLD');
  models.controlled = () => text;
  models.loud = () => loud;
  return (
    <>
      <input aria-label="Controlled" value={text} onChange={(event) => setText(event.target.value)} />
      <input aria-label="Loud" value={loud} onChange={(event) => setLoud(event.target.value.toUpperCase())} />
      <input aria-label="Stubborn" value="fixed" onChange={() => {}} />
    </>
  );
}
createRoot(place('controlled-box', 'Controlled')).render(<Controlled />);
