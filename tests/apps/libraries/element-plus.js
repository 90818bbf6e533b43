import ElementPlus from 'element-plus';
import 'element-plus/dist/index.css';
import { createApp, reactive } from 'vue';

const form = `
  <h1>New order</h1>
  <el-form :model="order" label-width="120px">
    <el-form-item label="Customer" prop="customer" required><el-input v-model="order.customer" placeholder="Full name" /></el-form-item>
    <el-form-item label="Size"><el-radio-group v-model="order.size"><el-radio value="s">Small</el-radio><el-radio value="m">Medium</el-radio><el-radio value="l" disabled>Large</el-radio></el-radio-group></el-form-item>
    <el-form-item label="Speed"><el-radio-group v-model="order.speed"><el-radio-button value="slow">Slow</el-radio-button><el-radio-button value="fast">Fast</el-radio-button></el-radio-group></el-form-item>
    <el-form-item label="Terms"><el-checkbox v-model="order.terms">Accept terms</el-checkbox></el-form-item>
    <el-form-item label="Extras"><el-checkbox-group v-model="order.extras"><el-checkbox value="Card">Card</el-checkbox><el-checkbox value="Ribbon">Ribbon</el-checkbox></el-checkbox-group></el-form-item>
    <el-form-item label="Gift wrap"><el-switch v-model="order.wrap" /></el-form-item>
    <el-form-item label="City"><el-select v-model="order.city" placeholder="Pick a city"><el-option label="Lisbon" value="lisbon" /><el-option label="Porto" value="porto" /></el-select></el-form-item>
    <el-form-item label="Tags"><el-select v-model="order.tags" multiple filterable placeholder="Pick tags"><el-option label="Lisbon" value="lisbon" /><el-option label="Porto" value="porto" /></el-select></el-form-item>
    <el-form-item label="Day"><el-date-picker v-model="order.day" placeholder="Pick a day" /></el-form-item>
    <el-form-item label="Amount"><el-input-number v-model="order.amount" :min="1" :max="9" /></el-form-item>
    <el-form-item label="Volume"><el-slider v-model="order.volume" /></el-form-item>
    <el-form-item label="Rating"><el-rate v-model="order.rating" /></el-form-item>
    <el-form-item label="Note"><el-input v-model="order.note" type="textarea" /></el-form-item>
    <el-form-item label="Invoice"><el-upload action="#" :auto-upload="false"><el-button>Choose invoice</el-button></el-upload></el-form-item>
    <el-form-item><el-button type="primary">Send order</el-button></el-form-item>
  </el-form>`;

const list = `
  <h1>Invoices</h1>
  <el-tabs model-value="due"><el-tab-pane label="Due" name="due">All due</el-tab-pane><el-tab-pane label="Paid" name="paid">All paid</el-tab-pane></el-tabs>
  <el-table :data="rows" style="width: 600px">
    <el-table-column type="selection" width="50" />
    <el-table-column prop="number" label="Number" sortable />
    <el-table-column prop="due" label="Due" />
    <el-table-column label="Action"><template #default="{ row }"><el-button size="small">Open {{ row.number }}</el-button></template></el-table-column>
  </el-table>
  <el-pagination layout="prev, pager, next" :total="50" />
  <el-collapse><el-collapse-item title="Details" name="1">Hidden at first</el-collapse-item></el-collapse>
  <el-tree :data="tree" show-checkbox />
  <el-menu mode="horizontal" default-active="1" :ellipsis="false"><el-menu-item index="1">Overview</el-menu-item><el-menu-item index="2">Archive</el-menu-item></el-menu>
  <el-steps :active="1"><el-step title="Draft" /><el-step title="Check" /></el-steps>`;

createApp({
  template: `<main>${location.search.includes('list') ? list : form}</main>`,
  setup: () => ({
    order: reactive({ customer: '', size: 'm', speed: 'slow', terms: false, extras: [], wrap: true, city: '', tags: [], day: '', amount: 3, volume: 30, rating: 2, note: '' }),
    rows: ['F-1', 'F-2', 'F-3'].map((number) => ({ number, due: '2026-12-01' })),
    tree: [{ label: 'Root', children: [{ label: 'Leaf' }] }],
  }),
})
  .use(ElementPlus)
  .mount('#app');
