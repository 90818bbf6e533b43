/** The words of the order form, in the language that the address asks for. */
const ENGLISH = {
  title: 'New order',
  customer: 'Customer',
  email: 'Email',
  note: 'Note',
  size: 'Size',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  terms: 'Accept terms',
  extras: 'Extras',
  card: 'Card',
  ribbon: 'Ribbon',
  wrap: 'Gift wrap',
  city: 'City',
  lisbon: 'Lisbon',
  porto: 'Porto',
  tags: 'Tags',
  urgent: 'Urgent',
  fragile: 'Fragile',
  cold: 'Cold',
  area: 'Area',
  north: 'North',
  south: 'South',
  coast: 'Coast',
  hills: 'Hills',
  day: 'Day',
  time: 'Time',
  amount: 'Amount',
  volume: 'Volume',
  rating: 'Rating',
  unit: 'Unit',
  kilo: 'Kilo',
  piece: 'Piece',
  send: 'Send order',
  pick: 'Pick',
};
const CHINESE = {
  title: '新订单',
  customer: '客户',
  email: '邮箱',
  note: '备注',
  size: '尺寸',
  small: '小',
  medium: '中',
  large: '大',
  terms: '接受条款',
  extras: '附加',
  card: '贺卡',
  ribbon: '丝带',
  wrap: '礼品包装',
  city: '城市',
  lisbon: '里斯本',
  porto: '波尔图',
  tags: '标签',
  urgent: '加急',
  fragile: '易碎',
  cold: '冷藏',
  area: '地区',
  north: '北部',
  south: '南部',
  coast: '海岸',
  hills: '山区',
  day: '日期',
  time: '时间',
  amount: '数量',
  volume: '音量',
  rating: '评分',
  unit: '单位',
  kilo: '公斤',
  piece: '件',
  send: '提交订单',
  pick: '请选择',
};

export const isChinese = location.search.includes('zh');
export const words = isChinese ? CHINESE : ENGLISH;

/** Shows what the form's own submit handler got, on the other side. */
export function received(values) {
  document.getElementById('app').hidden = true;
  const out = document.createElement('output');
  out.textContent = JSON.stringify(values);
  document.body.append(out);
}

export const many = Array.from({ length: 400 }, (_, at) => `${words.city} ${at + 1}`);
