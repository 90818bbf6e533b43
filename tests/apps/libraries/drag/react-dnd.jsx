import { useRef, useState } from 'react';
import { DndProvider, useDrag, useDrop } from 'react-dnd';
import { HTML5Backend } from 'react-dnd-html5-backend';
import { createRoot } from 'react-dom/client';

function Card({ id, index, move }) {
  const ref = useRef(null);
  const [{ isDragging }, drag] = useDrag({
    type: 'card',
    item: () => ({ id, index }),
    collect: (monitor) => ({ isDragging: monitor.isDragging() }),
  });
  const [, drop] = useDrop({
    accept: 'card',
    // The list is sorted while one hovers, past the middle of the other card.
    hover(item, monitor) {
      if (item.index === index) return;
      const box = ref.current.getBoundingClientRect();
      const y = monitor.getClientOffset().y - box.top;
      if (item.index < index && y < box.height / 2) return;
      if (item.index > index && y > box.height / 2) return;
      move(item.index, index);
      item.index = index;
    },
  });
  drag(drop(ref));
  return (
    <li ref={ref} style={{ height: 40, width: 240, background: '#eee', opacity: isDragging ? 0 : 1 }}>
      <button>Card {id}</button>
    </li>
  );
}

function Bin({ onDrop }) {
  const [{ isOver }, drop] = useDrop({
    accept: 'card',
    drop: onDrop,
    collect: (monitor) => ({ isOver: monitor.isOver() }),
  });
  return (
    <section ref={drop} aria-label="Bin" style={{ height: 80, width: 240, background: isOver ? '#fcc' : '#cfc' }}>
      Drop here
    </section>
  );
}

function App() {
  const [cards, setCards] = useState(['One', 'Two', 'Three', 'Four']);
  const [dropped, setDropped] = useState('nothing');
  const move = (from, to) =>
    setCards((before) => {
      const after = before.filter((_, at) => at !== from);
      after.splice(to, 0, before[from]);
      return after;
    });
  return (
    <DndProvider backend={HTML5Backend}>
      <ul aria-label="Cards">
        {cards.map((id, index) => (
          <Card key={id} id={id} index={index} move={move} />
        ))}
      </ul>
      <Bin onDrop={({ id }) => setDropped(id)} />
      <p>
        {cards.join(' ')}; dropped {dropped}
      </p>
    </DndProvider>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
