import ElementPlus from 'element-plus';
import zh from 'element-plus/es/locale/lang/zh-cn';
import 'element-plus/dist/index.css';
import { createApp, reactive } from 'vue';
import { isChinese, many, received, words } from './words.js';

const template = `<main><h1>{{ w.title }}</h1>
  <el-form :model="order" label-width="120px" @submit.prevent="send">
    <el-form-item :label="w.customer" prop="customer"><el-input v-model="order.customer" /></el-form-item>
    <el-form-item :label="w.email" prop="email"><el-input v-model="order.email" type="email" /></el-form-item>
    <el-form-item :label="w.note"><el-input v-model="order.note" type="textarea" /></el-form-item>
    <el-form-item :label="w.size"><el-radio-group v-model="order.size"><el-radio v-for="k in ['small','medium','large']" :key="k" :value="k">{{ w[k] }}</el-radio></el-radio-group></el-form-item>
    <el-form-item><el-checkbox v-model="order.terms">{{ w.terms }}</el-checkbox></el-form-item>
    <el-form-item :label="w.extras"><el-checkbox-group v-model="order.extras"><el-checkbox v-for="k in ['card','ribbon']" :key="k" :value="k">{{ w[k] }}</el-checkbox></el-checkbox-group></el-form-item>
    <el-form-item :label="w.wrap"><el-switch v-model="order.wrap" /></el-form-item>
    <el-form-item :label="w.city"><el-select-v2 v-model="order.city" :options="cities" :placeholder="w.pick" style="width: 240px" /></el-form-item>
    <el-form-item :label="w.tags"><el-select v-model="order.tags" multiple :placeholder="w.pick"><el-option v-for="k in ['urgent','fragile','cold']" :key="k" :label="w[k]" :value="k" /></el-select></el-form-item>
    <el-form-item :label="w.area"><el-cascader v-model="order.area" :options="areas" /></el-form-item>
    <el-form-item :label="w.day"><el-date-picker v-model="order.day" value-format="YYYY-MM-DD" /></el-form-item>
    <el-form-item :label="w.time"><el-time-picker v-model="order.time" value-format="HH:mm:ss" /></el-form-item>
    <el-form-item :label="w.amount"><el-input-number v-model="order.amount" :min="1" :max="99" /></el-form-item>
    <el-form-item :label="w.volume"><el-slider v-model="order.volume" /></el-form-item>
    <el-form-item :label="w.rating"><el-rate v-model="order.rating" /></el-form-item>
    <el-form-item :label="w.unit"><el-radio-group v-model="order.unit"><el-radio-button v-for="k in ['kilo','piece']" :key="k" :value="k">{{ w[k] }}</el-radio-button></el-radio-group></el-form-item>
    <el-form-item><el-button type="primary" native-type="submit">{{ w.send }}</el-button></el-form-item>
  </el-form></main>`;

const option = (key) => ({ value: key, label: words[key] });
createApp({
  template,
  setup: () => {
    const order = reactive({
      customer: '',
      email: '',
      note: '',
      size: 'medium',
      terms: false,
      extras: [],
      wrap: false,
      city: '',
      tags: [],
      area: [],
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
      cities: [option('lisbon'), option('porto'), ...many.map((label) => ({ value: label, label }))],
      areas: ['north', 'south'].map((key) => ({
        ...option(key),
        children: [option('coast'), option('hills')],
      })),
      send: () => received(order),
    };
  },
})
  .use(ElementPlus, isChinese ? { locale: zh } : {})
  .mount('#app');
