import {
  Autocomplete,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  InputLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Rating,
  Select,
  Slider,
  Switch,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { many, received, words } from './words.js';

function Order() {
  const [order, setOrder] = useState({
    customer: '',
    email: '',
    note: '',
    size: 'medium',
    terms: false,
    card: false,
    wrap: false,
    city: '',
    tags: [],
    area: null,
    day: '',
    time: '',
    amount: 3,
    volume: 30,
    rating: 0,
    unit: 'kilo',
  });
  const set = (key) => (value) => setOrder((before) => ({ ...before, [key]: value }));
  const text = (key) => ({
    label: words[key],
    value: order[key],
    onChange: (event) => set(key)(event.target.value),
    margin: 'dense',
  });
  const box = (key) => ({ checked: order[key], onChange: (event) => set(key)(event.target.checked) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        received(order);
      }}
    >
      <h1>{words.title}</h1>
      <TextField {...text('customer')} required />
      <TextField {...text('email')} type="email" />
      <TextField {...text('note')} multiline minRows={2} />
      <FormControl>
        <FormLabel id="size">{words.size}</FormLabel>
        <RadioGroup
          aria-labelledby="size"
          value={order.size}
          onChange={(event) => set('size')(event.target.value)}
        >
          {['small', 'medium', 'large'].map((key) => (
            <FormControlLabel key={key} value={key} control={<Radio />} label={words[key]} />
          ))}
        </RadioGroup>
      </FormControl>
      <FormControlLabel control={<Checkbox {...box('terms')} />} label={words.terms} />
      <FormControlLabel control={<Checkbox {...box('card')} />} label={words.card} />
      <FormControlLabel control={<Switch {...box('wrap')} />} label={words.wrap} />
      <FormControl sx={{ minWidth: 200 }}>
        <InputLabel id="city">{words.city}</InputLabel>
        <Select
          labelId="city"
          label={words.city}
          value={order.city}
          onChange={(event) => set('city')(event.target.value)}
        >
          {['lisbon', 'porto'].map((key) => (
            <MenuItem key={key} value={key}>
              {words[key]}
            </MenuItem>
          ))}
          {many.map((label) => (
            <MenuItem key={label} value={label}>
              {label}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <Autocomplete
        multiple
        options={['urgent', 'fragile', 'cold']}
        getOptionLabel={(key) => words[key]}
        value={order.tags}
        onChange={(_, next) => set('tags')(next)}
        renderInput={(params) => <TextField {...params} label={words.tags} />}
      />
      <Autocomplete
        options={['north', 'south']}
        getOptionLabel={(key) => words[key]}
        value={order.area}
        onChange={(_, next) => set('area')(next)}
        renderInput={(params) => <TextField {...params} label={words.area} />}
      />
      <TextField {...text('day')} type="date" slotProps={{ inputLabel: { shrink: true } }} />
      <TextField {...text('time')} type="time" slotProps={{ inputLabel: { shrink: true } }} />
      <TextField {...text('amount')} type="number" />
      <Slider aria-label={words.volume} value={order.volume} onChange={(_, next) => set('volume')(next)} />
      <Rating
        aria-label={words.rating}
        name="rating"
        value={order.rating}
        onChange={(_, next) => set('rating')(next)}
      />
      <ToggleButtonGroup
        exclusive
        value={order.unit}
        onChange={(_, next) => set('unit')(next)}
        aria-label={words.unit}
      >
        <ToggleButton value="kilo">{words.kilo}</ToggleButton>
        <ToggleButton value="piece">{words.piece}</ToggleButton>
      </ToggleButtonGroup>
      <Button type="submit" variant="contained">
        {words.send}
      </Button>
    </form>
  );
}

createRoot(document.getElementById('app')).render(<Order />);
