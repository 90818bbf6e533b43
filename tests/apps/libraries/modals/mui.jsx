import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Drawer } from '@mui/material';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [open, setOpen] = useState('');
  const [pressed, setPressed] = useState('nothing');
  const close = () => setOpen('');
  return (
    <>
      <Button onClick={() => setOpen('modal')}>Open dialog</Button>
      <Button onClick={() => setOpen('bare')}>Open bare</Button>
      <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
      <Button onClick={() => setPressed('under')}>Under</Button>
      <p>Pressed {pressed}</p>
      <Dialog open={open === 'modal'} onClose={close} transitionDuration={0} aria-labelledby="notice">
        <DialogTitle id="notice">Notice</DialogTitle>
        <DialogContent>Read this first</DialogContent>
        <DialogActions>
          <Button onClick={close}>Delete all</Button>
          <Button onClick={close}>Cancel</Button>
        </DialogActions>
      </Dialog>
      <Dialog open={open === 'bare'} onClose={close} transitionDuration={0} aria-label="Bare">
        <DialogContent>Nothing to press</DialogContent>
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={close} transitionDuration={0} anchor="right">
        <h2>Filters</h2>
        <Button aria-label="close filters" onClick={close}>
          ×
        </Button>
      </Drawer>
    </>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
