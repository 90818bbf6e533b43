import { MenuItem, Select as MuiSelect, Switch } from '@mui/material';
import { ConfigProvider, Select as AntSelect } from 'antd';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Controls without labels: what is drawn for them is all that says what they are. */
const cities = ['Lisbon', 'Porto', 'Faro'];

function App() {
  const [city, setCity] = useState('Lisbon');
  return (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <AntSelect
        placeholder="Pick a city"
        style={{ width: 200 }}
        options={cities.map((value) => ({ value, label: value }))}
      />
      <MuiSelect value={city} onChange={(event) => setCity(event.target.value)}>
        {cities.map((each) => (
          <MenuItem key={each} value={each}>
            {each}
          </MenuItem>
        ))}
      </MuiSelect>
      <div>
        <Switch />
        <span>Loud</span>
      </div>
    </ConfigProvider>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
