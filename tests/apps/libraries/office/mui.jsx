import {
  Autocomplete,
  Button,
  Card,
  CardContent,
  CardHeader,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormLabel,
  InputLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Select,
  Slider,
  Snackbar,
  Switch,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tabs,
  TextField,
} from '@mui/material';
import { DatePicker, LocalizationProvider, TimePicker } from '@mui/x-date-pickers';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { zhCN } from '@mui/x-date-pickers/locales';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { change, desk, form, isChinese, send } from './pages.js';
import 'dayjs/locale/zh-cn';

function Labelled({ field, children }) {
  return (
    <FormControl sx={{ display: 'block', my: 1 }}>
      <FormLabel id={`label-${field.key}`}>{field.label}</FormLabel>
      {children}
    </FormControl>
  );
}

function Choice({ field: { key, label, choices, is }, value, set }) {
  const isMany = is === 'many';
  return (
    <FormControl sx={{ minWidth: 240, my: 1, display: 'flex' }}>
      <InputLabel id={key}>{label}</InputLabel>
      <Select
        labelId={key}
        label={label}
        multiple={isMany}
        value={value ?? (isMany ? [] : '')}
        onChange={(event) => set(event.target.value)}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.label}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}

const CONTROLS = {
  text: ({ label, hint, isRequired }, value, set, more = {}) => (
    <TextField
      label={label}
      placeholder={hint}
      required={isRequired}
      value={value ?? ''}
      onChange={(event) => set(event.target.value)}
      fullWidth
      margin="dense"
      {...more}
    />
  ),
  note: (field, value, set) => CONTROLS.text(field, value, set, { multiline: true, minRows: 2 }),
  number: (field, value, set) =>
    CONTROLS.text(field, value, (next) => set(Number(next)), { type: 'number' }),
  select: (field, value, set) => <Choice field={field} value={value} set={set} />,
  many: (field, value, set) => <Choice field={field} value={value} set={set} />,
  search: ({ label, choices }, _, set) => (
    <Autocomplete
      options={choices}
      onChange={(__, choice) => set(choice?.value)}
      renderInput={(params) => <TextField {...params} label={label} margin="dense" />}
    />
  ),
  radio: (field, value, set) => (
    <Labelled field={field}>
      <RadioGroup
        row
        aria-labelledby={`label-${field.key}`}
        value={value ?? ''}
        onChange={(event) => set(event.target.value)}
      >
        {field.choices.map((choice) => (
          <FormControlLabel key={choice.value} value={choice.value} control={<Radio />} label={choice.label} />
        ))}
      </RadioGroup>
    </Labelled>
  ),
  checks: (field, value = [], set) => (
    <Labelled field={field}>
      <FormGroup row>
        {field.choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            label={choice.label}
            control={
              <Checkbox
                checked={value.includes(choice.value)}
                onChange={(_, isOn) =>
                  set(isOn ? [...value, choice.value] : value.filter((each) => each !== choice.value))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </Labelled>
  ),
  check: ({ label }, value, set) => (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={value ?? false} onChange={(_, isOn) => set(isOn)} />}
    />
  ),
  switch: ({ label }, value, set) => (
    <FormControlLabel label={label} control={<Switch checked={value ?? false} onChange={(_, isOn) => set(isOn)} />} />
  ),
  date: ({ label }, _, set) => (
    <DatePicker label={label} onChange={(day) => set(day?.isValid() ? day.format('YYYY-MM-DD') : undefined)} />
  ),
  time: ({ label }, _, set) => (
    <TimePicker
      label={label}
      ampm={false}
      onChange={(time) => set(time?.isValid() ? time.format('HH:mm') : undefined)}
    />
  ),
  slider: (field, value, set) => (
    <Labelled field={field}>
      <Slider
        aria-labelledby={`label-${field.key}`}
        value={value ?? 0}
        onChange={(_, next) => set(next)}
        sx={{ width: 300 }}
      />
    </Labelled>
  ),
  upload: (field, value, set) => (
    <Labelled field={field}>
      <Button component="label" variant="outlined">
        {field.button}
        <input
          type="file"
          onChange={(event) => set(event.target.files[0])}
          style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' }}
        />
      </Button>
      <span>{value?.name}</span>
    </Labelled>
  ),
};

function FormPage() {
  const [values, setValues] = useState({});
  const [isAsked, setAsked] = useState(false);
  const [isDone, setDone] = useState(false);
  const take = async () => setDone(await send(values));
  if (isDone) return <h1>{form.done}</h1>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (form.confirm) setAsked(true);
        else take();
      }}
    >
      <h1>{form.title}</h1>
      {form.sections.map(({ title, fields }) => (
        <Card key={title ?? ''} sx={{ my: 2 }}>
          {title && <CardHeader title={title} />}
          <CardContent>
            {fields.map((field) => (
              <div key={field.key}>
                {CONTROLS[field.is](field, values[field.key], (value) =>
                  setValues((before) => ({ ...before, [field.key]: value })),
                )}
              </div>
            ))}
          </CardContent>
        </Card>
      ))}
      <Button type="submit" variant="contained">
        {form.submit}
      </Button>
      {form.confirm && (
        <Dialog open={isAsked} onClose={() => setAsked(false)}>
          <DialogTitle>{form.confirm.title}</DialogTitle>
          <DialogContent>
            <DialogContentText>{form.confirm.text}</DialogContentText>
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setAsked(false)}>{form.confirm.cancel}</Button>
            <Button onClick={take}>{form.confirm.ok}</Button>
          </DialogActions>
        </Dialog>
      )}
    </form>
  );
}

function Desk() {
  const [rows, setRows] = useState(desk.rows);
  const [filter, setFilter] = useState('');
  const [typed, setTyped] = useState('');
  const [state, setState] = useState('on');
  const [edited, setEdited] = useState();
  const [removed, setRemoved] = useState();
  const [told, setTold] = useState('');
  const save = async () => {
    if (!(await change('PUT', edited.id, edited))) return;
    setRows(rows.map((row) => (row.id === edited.id ? edited : row)));
    setEdited();
    setTold(desk.saved);
  };
  const remove = async () => {
    if (!(await change('DELETE', removed.id))) return;
    setRows(rows.filter(({ id }) => id !== removed.id));
    setRemoved();
    setTold(desk.removed);
  };
  const set = (key) => (value) => setEdited({ ...edited, [key]: value });
  return (
    <main>
      <h1>{desk.title}</h1>
      <TextField placeholder={desk.search} value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Button onClick={() => setFilter(typed)}>{desk.find}</Button>
      <Tabs value={state} onChange={(_, next) => setState(next)}>
        {desk.tabs.map((label, at) => (
          <Tab key={label} label={label} value={['on', 'off'][at]} />
        ))}
      </Tabs>
      <Table>
        <TableHead>
          <TableRow>
            {Object.values(desk.columns).map((title) => (
              <TableCell key={title}>{title}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows
            .filter((row) => row.state === state && row.name.includes(filter))
            .map((row) => (
              <TableRow key={row.id}>
                <TableCell>{row.name}</TableCell>
                <TableCell>{desk.states.find(({ value }) => value === row.state).label}</TableCell>
                <TableCell>
                  <Button onClick={() => setEdited({ ...row })}>{desk.edit}</Button>
                  <Button onClick={() => setRemoved(row)}>{desk.remove}</Button>
                </TableCell>
              </TableRow>
            ))}
        </TableBody>
      </Table>
      {edited && (
        <Dialog open onClose={() => setEdited()}>
          <DialogTitle>{desk.dialog}</DialogTitle>
          <DialogContent>
            {CONTROLS.text({ label: desk.fields.name }, edited.name, set('name'))}
            {CONTROLS.text({ label: desk.fields.price }, edited.price, set('price'))}
            <Choice
              field={{ key: 'state', label: desk.columns.state, choices: desk.states }}
              value={edited.state}
              set={set('state')}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setEdited()}>{desk.cancel}</Button>
            <Button onClick={save}>{desk.save}</Button>
          </DialogActions>
        </Dialog>
      )}
      <Dialog open={removed !== undefined} onClose={() => setRemoved()}>
        <DialogContent>{desk.sure}</DialogContent>
        <DialogActions>
          <Button onClick={() => setRemoved()}>{desk.cancel}</Button>
          <Button onClick={remove}>{desk.ok}</Button>
        </DialogActions>
      </Dialog>
      <Snackbar open={told !== ''} message={told} />
    </main>
  );
}

const texts = zhCN.components.MuiLocalizationProvider.defaultProps.localeText;
createRoot(document.getElementById('app')).render(
  <LocalizationProvider
    dateAdapter={AdapterDayjs}
    {...(isChinese ? { adapterLocale: 'zh-cn', localeText: texts } : {})}
  >
    {form ? <FormPage /> : <Desk />}
  </LocalizationProvider>,
);
