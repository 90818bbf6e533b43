import ElementPlus, { ElMessage } from 'element-plus';
import zh from 'element-plus/es/locale/lang/zh-cn';
import 'element-plus/dist/index.css';
import { createApp, reactive, ref } from 'vue';
import { change, desk, fields, form, isChinese, send } from './pages.js';

const control = `
  <el-input v-if="f.is === 'text'" v-model="values[f.key]" :placeholder="f.hint" />
  <el-input v-else-if="f.is === 'note'" v-model="values[f.key]" type="textarea" />
  <el-input-number v-else-if="f.is === 'number'" v-model="values[f.key]" :min="0" />
  <el-select v-else-if="['select', 'search', 'many'].includes(f.is)" v-model="values[f.key]" :filterable="f.is === 'search'" :multiple="f.is === 'many'">
    <el-option v-for="c in f.choices" :key="c.value" :label="c.label" :value="c.value" /></el-select>
  <el-radio-group v-else-if="f.is === 'radio'" v-model="values[f.key]"><el-radio v-for="c in f.choices" :key="c.value" :value="c.value">{{ c.label }}</el-radio></el-radio-group>
  <el-checkbox-group v-else-if="f.is === 'checks'" v-model="values[f.key]"><el-checkbox v-for="c in f.choices" :key="c.value" :value="c.value">{{ c.label }}</el-checkbox></el-checkbox-group>
  <el-checkbox v-else-if="f.is === 'check'" v-model="values[f.key]">{{ f.label }}</el-checkbox>
  <el-switch v-else-if="f.is === 'switch'" v-model="values[f.key]" />
  <el-date-picker v-else-if="f.is === 'date'" v-model="values[f.key]" value-format="YYYY-MM-DD" />
  <el-time-picker v-else-if="f.is === 'time'" v-model="values[f.key]" format="HH:mm" value-format="HH:mm" />
  <el-slider v-else-if="f.is === 'slider'" v-model="values[f.key]" />
  <el-upload v-else action="#" :auto-upload="false" :limit="1" :on-change="(file) => (values[f.key] = file.raw)"><el-button>{{ f.button }}</el-button></el-upload>`;

const formPage = `<h1 v-if="isDone">{{ form.done }}</h1><main v-else><h1>{{ form.title }}</h1>
  <el-form :model="values" label-width="160px" @submit.prevent="submit">
    <el-card v-for="s in form.sections" :key="s.title" shadow="never"><template v-if="s.title" #header>{{ s.title }}</template>
      <el-form-item v-for="f in s.fields" :key="f.key" :label="f.is === 'check' ? '' : f.label" :prop="f.key" :required="f.isRequired">${control}</el-form-item>
    </el-card>
    <el-form-item><el-button type="primary" native-type="submit">{{ form.submit }}</el-button></el-form-item>
  </el-form>
  <el-dialog v-if="form.confirm" v-model="isAsked" :title="form.confirm.title">{{ form.confirm.text }}
    <template #footer><el-button @click="isAsked = false">{{ form.confirm.cancel }}</el-button><el-button type="primary" @click="take">{{ form.confirm.ok }}</el-button></template></el-dialog></main>`;

const deskPage = `<main><h1>{{ desk.title }}</h1>
  <el-input v-model="typed" :placeholder="desk.search" style="width: 240px" /><el-button @click="filter = typed">{{ desk.find }}</el-button>
  <el-tabs v-model="state"><el-tab-pane v-for="(label, at) in desk.tabs" :key="label" :label="label" :name="['on', 'off'][at]" /></el-tabs>
  <el-table :data="rows.filter((row) => row.state === state && row.name.includes(filter))">
    <el-table-column prop="name" :label="desk.columns.name" />
    <el-table-column :label="desk.columns.state"><template #default="{ row }">{{ desk.states.find((s) => s.value === row.state).label }}</template></el-table-column>
    <el-table-column :label="desk.columns.action"><template #default="{ row }">
      <el-button link type="primary" @click="edit(row)">{{ desk.edit }}</el-button>
      <el-popconfirm :title="desk.sure" :confirm-button-text="desk.ok" :cancel-button-text="desk.cancel" width="220" @confirm="remove(row)">
        <template #reference><el-button link type="danger">{{ desk.remove }}</el-button></template></el-popconfirm></template></el-table-column>
  </el-table>
  <el-drawer v-model="isEditing" :title="desk.dialog"><el-form :model="edited" label-position="top">
      <el-form-item :label="desk.fields.name"><el-input v-model="edited.name" /></el-form-item>
      <el-form-item :label="desk.fields.price"><el-input v-model="edited.price" /></el-form-item>
      <el-form-item :label="desk.columns.state"><el-select v-model="edited.state"><el-option v-for="s in desk.states" :key="s.value" :label="s.label" :value="s.value" /></el-select></el-form-item>
    </el-form>
    <template #footer><el-button @click="isEditing = false">{{ desk.cancel }}</el-button><el-button type="primary" @click="save">{{ desk.save }}</el-button></template></el-drawer></main>`;

function formSetup() {
  const EMPTY = { many: [], checks: [], switch: false, check: false, number: 0, slider: 0 };
  const values = reactive(Object.fromEntries(fields.map(({ key, is }) => [key, structuredClone(EMPTY[is]) ?? ''])));
  const [isDone, isAsked] = [ref(false), ref(false)];
  const take = async () => {
    isDone.value = await send(values);
  };
  const submit = () => {
    if (form.confirm) isAsked.value = true;
    else take();
  };
  return { form, values, isDone, isAsked, take, submit };
}

function deskSetup() {
  const rows = ref(desk.rows);
  const [typed, filter, state, isEditing, edited] = [ref(''), ref(''), ref('on'), ref(false), ref({})];
  const edit = (row) => {
    edited.value = { ...row };
    isEditing.value = true;
  };
  const save = async () => {
    if (!(await change('PUT', edited.value.id, edited.value))) return;
    rows.value = rows.value.map((row) => (row.id === edited.value.id ? edited.value : row));
    isEditing.value = false;
    ElMessage.success(desk.saved);
  };
  const remove = async ({ id }) => {
    if (!(await change('DELETE', id))) return;
    rows.value = rows.value.filter((row) => row.id !== id);
    ElMessage.success(desk.removed);
  };
  return { desk, rows, typed, filter, state, isEditing, edited, edit, save, remove };
}

createApp(form ? { template: formPage, setup: formSetup } : { template: deskPage, setup: deskSetup })
  .use(ElementPlus, isChinese ? { locale: zh } : {})
  .mount('#app');
