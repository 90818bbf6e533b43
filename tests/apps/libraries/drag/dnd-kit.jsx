import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Item({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const move = transform === null ? undefined : `translate3d(${transform.x}px, ${transform.y}px, 0)`;
  return (
    <li ref={setNodeRef} style={{ transform: move, transition, height: 40, width: 240, background: '#eee' }}>
      <button {...attributes} {...listeners}>
        Move {id}
      </button>
    </li>
  );
}

function List() {
  const [items, setItems] = useState(['One', 'Two', 'Three', 'Four']);
  const sensors = useSensors(
    useSensor(PointerSensor, {
      activationConstraint: location.search === '?delay' ? { delay: 150, tolerance: 8 } : { distance: 6 },
    }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }) => {
    if (over !== null && active.id !== over.id)
      setItems((before) => arrayMove(before, before.indexOf(active.id), before.indexOf(over.id)));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <ul aria-label="Tasks">
          {items.map((id) => (
            <Item key={id} id={id} />
          ))}
        </ul>
      </SortableContext>
      <p>{items.join(' ')}</p>
    </DndContext>
  );
}

createRoot(document.querySelector('#app')).render(<List />);
