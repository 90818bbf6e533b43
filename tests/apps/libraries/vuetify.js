import { createApp, reactive } from 'vue';
import { createVuetify } from 'vuetify';
import * as components from 'vuetify/components';
import * as directives from 'vuetify/directives';
import 'vuetify/styles';

const form = `
  <h1>New order</h1>
  <v-text-field v-model="order.customer" label="Customer" required></v-text-field>
  <v-textarea v-model="order.note" label="Note" rows="2"></v-textarea>
  <v-radio-group v-model="order.size" label="Size"><v-radio label="Small" value="s"></v-radio><v-radio label="Medium" value="m"></v-radio><v-radio label="Large" value="l" disabled></v-radio></v-radio-group>
  <v-checkbox v-model="order.terms" label="Accept terms"></v-checkbox>
  <v-switch v-model="order.wrap" label="Gift wrap"></v-switch>
  <v-select v-model="order.city" label="City" :items="['Lisbon', 'Porto']"></v-select>
  <v-autocomplete v-model="order.area" label="Area" :items="['North', 'South']"></v-autocomplete>
  <v-slider v-model="order.volume" label="Volume"></v-slider>
  <v-rating v-model="order.rating"></v-rating>
  <v-file-input label="Invoice"></v-file-input>
  <v-btn-toggle v-model="order.unit"><v-btn value="kilo">Kilo</v-btn><v-btn value="piece">Piece</v-btn></v-btn-toggle>
  <v-chip closable>Fresh</v-chip>
  <v-btn>Send order</v-btn>`;

const list = `
  <h1>Invoices</h1>
  <v-tabs model-value="due"><v-tab value="due">Due</v-tab><v-tab value="paid">Paid</v-tab></v-tabs>
  <v-data-table :headers="headers" :items="rows" show-select :items-per-page="5"></v-data-table>
  <v-expansion-panels><v-expansion-panel title="Details" text="Hidden at first"></v-expansion-panel></v-expansion-panels>
  <v-list><v-list-item title="Inbox" subtitle="12 new" active @click="() => {}"></v-list-item><v-list-item title="Sent" @click="() => {}"></v-list-item></v-list>
  <v-pagination :length="5" :model-value="2"></v-pagination>`;

createApp({
  template: `<v-app><v-main>${location.search.includes('list') ? list : form}</v-main></v-app>`,
  setup: () => ({
    order: reactive({ customer: '', note: '', size: 'm', terms: false, wrap: true, city: null, area: null, volume: 30, rating: 2, unit: 'kilo' }),
    headers: [{ title: 'Number', key: 'number' }, { title: 'Due', key: 'due' }],
    rows: ['F-1', 'F-2', 'F-3'].map((number) => ({ number, due: '2026-12-01' })),
  }),
})
  .use(createVuetify({ components, directives }))
  .mount('#app');
