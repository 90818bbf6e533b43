import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Autocomplete,
  Button,
  Checkbox,
  Chip,
  FormControl,
  FormControlLabel,
  FormLabel,
  InputLabel,
  List,
  ListItemButton,
  ListItemText,
  MenuItem,
  Pagination,
  Radio,
  RadioGroup,
  Rating,
  Select,
  Slider,
  Switch,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
  Tabs,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function FormPage() {
  const [city, setCity] = useState('lisbon');
  const [unit, setUnit] = useState('kilo');
  return (
    <main>
      <h1>New order</h1>
      <TextField label="Customer" required />
      <TextField label="Note" multiline minRows={2} />
      <TextField label="Amount" type="number" error helperText="At least one" />
      <FormControl>
        <FormLabel id="size">Size</FormLabel>
        <RadioGroup aria-labelledby="size" defaultValue="m">
          <FormControlLabel value="s" control={<Radio />} label="Small" />
          <FormControlLabel value="m" control={<Radio />} label="Medium" />
          <FormControlLabel value="l" control={<Radio />} label="Large" disabled />
        </RadioGroup>
      </FormControl>
      <FormControlLabel control={<Checkbox />} label="Accept terms" />
      <FormControlLabel control={<Checkbox indeterminate />} label="Some" />
      <FormControlLabel control={<Switch defaultChecked />} label="Gift wrap" />
      <FormControl>
        <InputLabel id="city">City</InputLabel>
        <Select labelId="city" label="City" value={city} onChange={(event) => setCity(event.target.value)}>
          <MenuItem value="lisbon">Lisbon</MenuItem>
          <MenuItem value="porto">Porto</MenuItem>
        </Select>
      </FormControl>
      <Autocomplete options={['Lisbon', 'Porto']} renderInput={(params) => <TextField {...params} label="Area" />} />
      <Slider aria-label="Volume" defaultValue={30} />
      <Rating name="rating" defaultValue={2} />
      <ToggleButtonGroup exclusive value={unit} onChange={(_, next) => setUnit(next)} aria-label="Unit">
        <ToggleButton value="kilo">Kilo</ToggleButton>
        <ToggleButton value="piece">Piece</ToggleButton>
      </ToggleButtonGroup>
      <Chip label="Fresh" onDelete={() => {}} onClick={() => {}} />
      <Button component="label" variant="contained">
        Choose invoice
        <input type="file" style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' }} />
      </Button>
      <Button variant="contained">Send order</Button>
    </main>
  );
}

function ListPage() {
  const [tab, setTab] = useState(0);
  const [chosen, setChosen] = useState([]);
  return (
    <main>
      <h1>Invoices</h1>
      <Tabs value={tab} onChange={(_, next) => setTab(next)} aria-label="Kinds">
        <Tab label="Due" />
        <Tab label="Paid" />
      </Tabs>
      <Table aria-label="Results">
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <Checkbox slotProps={{ input: { 'aria-label': 'Choose all' } }} />
            </TableCell>
            <TableCell sortDirection="asc">
              <TableSortLabel active direction="asc">
                Number
              </TableSortLabel>
            </TableCell>
            <TableCell>Due</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {['F-1', 'F-2', 'F-3'].map((number) => (
            <TableRow
              hover
              key={number}
              aria-checked={chosen.includes(number)}
              selected={chosen.includes(number)}
              onClick={() => setChosen([number])}
            >
              <TableCell padding="checkbox">
                <Checkbox
                  checked={chosen.includes(number)}
                  slotProps={{ input: { 'aria-label': `Choose ${number}` } }}
                />
              </TableCell>
              <TableCell component="th" scope="row">
                {number}
              </TableCell>
              <TableCell>2026-12-01</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Pagination count={5} page={2} />
      <Accordion>
        <AccordionSummary>Details</AccordionSummary>
        <AccordionDetails>Hidden at first</AccordionDetails>
      </Accordion>
      <List>
        <ListItemButton selected>
          <ListItemText primary="Inbox" secondary="12 new" />
        </ListItemButton>
        <ListItemButton>
          <ListItemText primary="Sent" />
        </ListItemButton>
      </List>
    </main>
  );
}

createRoot(document.getElementById('app')).render(
  location.search.includes('list') ? <ListPage /> : <FormPage />,
);
