import Vant from 'vant';
import 'vant/lib/index.css';
import { createApp, reactive } from 'vue';

const form = `
  <h1>New order</h1>
  <van-form>
    <van-field v-model="order.customer" label="Customer" placeholder="Full name" required />
    <van-field name="size" label="Size"><template #input><van-radio-group v-model="order.size"><van-radio name="s">Small</van-radio><van-radio name="m">Medium</van-radio></van-radio-group></template></van-field>
    <van-field name="terms" label="Terms"><template #input><van-checkbox v-model="order.terms" shape="square">Accept terms</van-checkbox></template></van-field>
    <van-field name="wrap" label="Gift wrap"><template #input><van-switch v-model="order.wrap" /></template></van-field>
    <van-field name="amount" label="Amount"><template #input><van-stepper v-model="order.amount" /></template></van-field>
    <van-field name="rating" label="Rating"><template #input><van-rate v-model="order.rating" /></template></van-field>
    <van-field name="file" label="Invoice"><template #input><van-uploader /></template></van-field>
    <van-button native-type="submit">Send order</van-button>
  </van-form>`;

const list = `
  <h1>Invoices</h1>
  <van-tabs><van-tab title="Due">All due</van-tab><van-tab title="Paid">All paid</van-tab></van-tabs>
  <van-cell-group><van-cell title="F-1" value="2026-12-01" is-link /><van-cell title="F-2" value="2026-12-02" is-link /></van-cell-group>
  <van-collapse :model-value="[]"><van-collapse-item title="Details" name="1">Hidden at first</van-collapse-item></van-collapse>
  <van-pagination :model-value="2" :total-items="50" />
  <van-tabbar :model-value="0"><van-tabbar-item>Home</van-tabbar-item><van-tabbar-item>Orders</van-tabbar-item></van-tabbar>`;

createApp({
  template: `<main>${location.search.includes('list') ? list : form}</main>`,
  setup: () => ({
    order: reactive({ customer: '', size: 'm', terms: false, wrap: true, amount: 3, rating: 2 }),
  }),
})
  .use(Vant)
  .mount('#app');
