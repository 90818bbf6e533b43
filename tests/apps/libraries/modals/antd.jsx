import { Button, ConfigProvider, Drawer, Modal } from 'antd';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [open, setOpen] = useState('');
  const [pressed, setPressed] = useState('nothing');
  const close = () => setOpen('');
  return (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Button onClick={() => setOpen('modal')}>Open dialog</Button>
      <Button onClick={() => setOpen('bare')}>Open bare</Button>
      <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
      <Button onClick={() => setPressed('under')}>Under</Button>
      <p>Pressed {pressed}</p>
      <Modal title="Notice" open={open === 'modal'} onCancel={close} onOk={close}>
        Read this first
      </Modal>
      <Modal title="Bare" open={open === 'bare'} onCancel={close} closable={false} footer={null}>
        Nothing to press
      </Modal>
      <Drawer title="Filters" open={open === 'drawer'} onClose={close}>
        Choose
      </Drawer>
    </ConfigProvider>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
