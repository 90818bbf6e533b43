import { createApp, reactive, ref } from 'vue';
import { createVuetify } from 'vuetify';
import * as components from 'vuetify/components';
import * as directives from 'vuetify/directives';
import { VDateInput } from 'vuetify/labs/VDateInput';
import { zhHans } from 'vuetify/locale';
import 'vuetify/styles';
import { change, desk, fields, form, isChinese, send } from './pages.js';

const control = `
  <v-text-field v-if="f.is === 'text'" v-model="values[f.key]" :label="f.label" :placeholder="f.hint" :required="f.isRequired"></v-text-field>
  <v-textarea v-else-if="f.is === 'note'" v-model="values[f.key]" :label="f.label" rows="2"></v-textarea>
  <v-number-input v-else-if="f.is === 'number'" v-model="values[f.key]" :label="f.label" :min="0"></v-number-input>
  <v-select v-else-if="['select', 'many'].includes(f.is)" v-model="values[f.key]" :label="f.label" :items="f.choices" item-title="label" :multiple="f.is === 'many'"></v-select>
  <v-autocomplete v-else-if="f.is === 'search'" v-model="values[f.key]" :label="f.label" :items="f.choices" item-title="label"></v-autocomplete>
  <v-radio-group v-else-if="f.is === 'radio'" v-model="values[f.key]" :label="f.label" inline><v-radio v-for="c in f.choices" :key="c.value" :label="c.label" :value="c.value"></v-radio></v-radio-group>
  <div v-else-if="f.is === 'checks'"><v-label>{{ f.label }}</v-label><v-checkbox v-for="c in f.choices" :key="c.value" v-model="values[f.key]" :label="c.label" :value="c.value" hide-details></v-checkbox></div>
  <v-checkbox v-else-if="f.is === 'check'" v-model="values[f.key]" :label="f.label"></v-checkbox>
  <v-switch v-else-if="f.is === 'switch'" v-model="values[f.key]" :label="f.label"></v-switch>
  <v-date-input v-else-if="f.is === 'date'" :label="f.label" @update:model-value="(day) => (values[f.key] = written(day))"></v-date-input>
  <v-text-field v-else-if="f.is === 'time'" v-model="values[f.key]" :label="f.label" type="time"></v-text-field>
  <v-slider v-else-if="f.is === 'slider'" v-model="values[f.key]" :label="f.label" step="1"></v-slider>
  <v-file-input v-else v-model="values[f.key]" :label="f.label"></v-file-input>`;

const formPage = `<v-app><v-main><h1 v-if="isDone">{{ form.done }}</h1><v-container v-else><h1>{{ form.title }}</h1>
  <v-form @submit.prevent="submit">
    <v-card v-for="s in form.sections" :key="s.title" :title="s.title"><v-card-text><template v-for="f in s.fields" :key="f.key">${control}</template></v-card-text></v-card>
    <v-btn type="submit" color="primary">{{ form.submit }}</v-btn>
  </v-form>
  <v-dialog v-if="form.confirm" v-model="isAsked" width="400"><v-card :title="form.confirm.title" :text="form.confirm.text">
    <v-card-actions><v-btn @click="isAsked = false">{{ form.confirm.cancel }}</v-btn><v-btn @click="take">{{ form.confirm.ok }}</v-btn></v-card-actions></v-card></v-dialog>
  </v-container></v-main></v-app>`;

const deskPage = `<v-app><v-main><v-container><h1>{{ desk.title }}</h1>
  <v-text-field v-model="typed" :placeholder="desk.search"></v-text-field><v-btn @click="filter = typed">{{ desk.find }}</v-btn>
  <v-tabs v-model="state"><v-tab v-for="(label, at) in desk.tabs" :key="label" :value="['on', 'off'][at]">{{ label }}</v-tab></v-tabs>
  <v-data-table :headers="headers" :items="rows.filter((row) => row.state === state && row.name.includes(filter))">
    <template #item.state="{ item }">{{ desk.states.find((s) => s.value === item.state).label }}</template>
    <template #item.action="{ item }"><v-btn variant="text" @click="edit(item)">{{ desk.edit }}</v-btn><v-btn variant="text" @click="removed = item">{{ desk.remove }}</v-btn></template>
  </v-data-table>
  <v-dialog :model-value="isEditing" width="500" @update:model-value="isEditing = false"><v-card :title="desk.dialog"><v-card-text>
      <v-text-field v-model="edited.name" :label="desk.fields.name"></v-text-field>
      <v-text-field v-model="edited.price" :label="desk.fields.price"></v-text-field>
      <v-select v-model="edited.state" :label="desk.columns.state" :items="desk.states" item-title="label"></v-select>
    </v-card-text><v-card-actions><v-btn @click="isEditing = false">{{ desk.cancel }}</v-btn><v-btn @click="save">{{ desk.save }}</v-btn></v-card-actions></v-card></v-dialog>
  <v-dialog :model-value="removed !== undefined" width="400" @update:model-value="removed = undefined"><v-card :text="desk.sure">
    <v-card-actions><v-btn @click="removed = undefined">{{ desk.cancel }}</v-btn><v-btn @click="remove">{{ desk.ok }}</v-btn></v-card-actions></v-card></v-dialog>
  <v-snackbar :key="told" v-model="isTold">{{ told }}</v-snackbar></v-container></v-main></v-app>`;

const written = (day) =>
  day && [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-');

function formSetup() {
  const EMPTY = { many: [], checks: [], switch: false, check: false, number: 0, slider: 0, upload: null };
  const values = reactive(
    Object.fromEntries(fields.map(({ key, is }) => [key, is in EMPTY ? structuredClone(EMPTY[is]) : ''])),
  );
  const [isDone, isAsked] = [ref(false), ref(false)];
  const take = async () => {
    isDone.value = await send(values);
  };
  const submit = () => {
    if (form.confirm) isAsked.value = true;
    else take();
  };
  return { form, values, isDone, isAsked, take, submit, written };
}

function deskSetup() {
  const rows = ref(desk.rows);
  const [typed, filter, state] = [ref(''), ref(''), ref('on')];
  const [isEditing, edited, removed, isTold, told] = [ref(false), ref({}), ref(), ref(false), ref('')];
  const tell = (words) => {
    told.value = words;
    isTold.value = true;
  };
  const edit = (row) => {
    edited.value = { ...row };
    isEditing.value = true;
  };
  const save = async () => {
    if (!(await change('PUT', edited.value.id, edited.value))) return;
    rows.value = rows.value.map((row) => (row.id === edited.value.id ? edited.value : row));
    isEditing.value = false;
    tell(desk.saved);
  };
  const remove = async () => {
    if (!(await change('DELETE', removed.value.id))) return;
    rows.value = rows.value.filter(({ id }) => id !== removed.value.id);
    removed.value = undefined;
    tell(desk.removed);
  };
  const headers = Object.entries(desk.columns).map(([key, title]) => ({ key, title, sortable: key !== 'action' }));
  return { desk, headers, rows, typed, filter, state, isEditing, edited, removed, isTold, told, edit, save, remove };
}

createApp(form ? { template: formPage, setup: formSetup } : { template: deskPage, setup: deskSetup })
  .use(
    createVuetify({
      components: { ...components, VDateInput },
      directives,
      ...(isChinese ? { locale: { locale: 'zhHans', messages: { zhHans } } } : {}),
    }),
  )
  .mount('#app');
