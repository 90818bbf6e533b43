import $ from 'jquery';
import { startTransition, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, nextTick, ref, watch } from 'vue';

/** Results that come late by the ways of three libraries: a button and what it has brought, each. */
const get = (ms) => fetch(`/get?ms=${ms}`).then((response) => response.text());

function Slow({ on }) {
  const end = performance.now() + (on ? 2 : 0);
  while (performance.now() < end);
  return null;
}

function ReactBox() {
  const [on, setOn] = useState(false);
  const [text, setText] = useState('start');
  useEffect(() => {
    if (on) get(100).then(() => setText('done'));
  }, [on]);
  return (
    <>
      <button id="react" onClick={() => startTransition(() => setOn(true))}>
        React
      </button>
      <p id="react-out">{text}</p>
      {Array.from({ length: 40 }, (_, at) => (
        <Slow key={at} on={on} />
      ))}
    </>
  );
}

const app = document.getElementById('app');
const place = (html) => {
  const box = document.createElement('div');
  box.innerHTML = html;
  app.append(box);
  return box;
};

createRoot(place('')).render(<ReactBox />);

createApp({
  template: '<button id="vue" @click="on = true">Vue</button><p id="vue-out">{{ text }}</p>',
  setup() {
    const on = ref(false);
    const text = ref('start');
    watch(on, async () => {
      await nextTick();
      await get(100);
      text.value = 'done';
    });
    return { on, text };
  },
}).mount(place(''));

place('<button id="jquery">jQuery</button><p id="veil">veil</p><p id="jquery-out">start</p>');
$('#jquery').on('click', () => {
  $('#veil').fadeOut(150, () => $.get('/get?ms=60').then(() => $('#jquery-out').text('done')));
});
