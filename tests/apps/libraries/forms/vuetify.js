import { createApp, reactive } from 'vue';
import { createVuetify } from 'vuetify';
import * as components from 'vuetify/components';
import * as directives from 'vuetify/directives';
import { zhHans } from 'vuetify/locale';
import 'vuetify/styles';
import { isChinese, many, received, words } from './words.js';

const template = `<v-app><v-main><h1>{{ w.title }}</h1><v-form @submit.prevent="send">
  <v-text-field v-model="order.customer" :label="w.customer"></v-text-field>
  <v-text-field v-model="order.email" type="email" :label="w.email"></v-text-field>
  <v-textarea v-model="order.note" :label="w.note" rows="2"></v-textarea>
  <v-radio-group v-model="order.size" :label="w.size"><v-radio v-for="k in ['small','medium','large']" :key="k" :label="w[k]" :value="k"></v-radio></v-radio-group>
  <v-checkbox v-model="order.terms" :label="w.terms"></v-checkbox>
  <v-checkbox v-model="order.card" :label="w.card"></v-checkbox>
  <v-switch v-model="order.wrap" :label="w.wrap"></v-switch>
  <v-select v-model="order.city" :label="w.city" :items="cities"></v-select>
  <v-select v-model="order.tags" :label="w.tags" :items="tags" multiple chips></v-select>
  <v-autocomplete v-model="order.area" :label="w.area" :items="areas"></v-autocomplete>
  <v-text-field v-model="order.day" type="date" :label="w.day"></v-text-field>
  <v-text-field v-model="order.time" type="time" :label="w.time"></v-text-field>
  <v-number-input v-model="order.amount" :min="1" :max="99" :label="w.amount"></v-number-input>
  <v-slider v-model="order.volume" step="1" :label="w.volume"></v-slider>
  <v-rating v-model="order.rating"></v-rating>
  <v-btn-toggle v-model="order.unit"><v-btn value="kilo">{{ w.kilo }}</v-btn><v-btn value="piece">{{ w.piece }}</v-btn></v-btn-toggle>
  <v-btn type="submit">{{ w.send }}</v-btn>
</v-form></v-main></v-app>`;

const item = (key) => ({ value: key, title: words[key] });
createApp({
  template,
  setup: () => {
    const order = reactive({
      customer: '',
      email: '',
      note: '',
      size: 'medium',
      terms: false,
      card: false,
      wrap: false,
      city: null,
      tags: [],
      area: null,
      day: '',
      time: '',
      amount: 3,
      volume: 30,
      rating: 0,
      unit: 'kilo',
    });
    return {
      w: words,
      order,
      cities: [item('lisbon'), item('porto'), ...many.map((title) => ({ value: title, title }))],
      tags: ['urgent', 'fragile', 'cold'].map(item),
      areas: ['north', 'south'].map(item),
      send: () => received(order),
    };
  },
})
  .use(
    createVuetify({
      components,
      directives,
      ...(isChinese ? { locale: { locale: 'zhHans', messages: { zhHans } } } : {}),
    }),
  )
  .mount('#app');
