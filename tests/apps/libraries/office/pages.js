// What the office pages hold, whichever library draws them: `?page=<name>&zh`. Sections, labels and choices are those of
// forms that offices have: long, and with labels that look alike.
const isChinese = location.search.includes('zh');
const say = (chinese, english) => (isChinese ? chinese : english);
const choices = (...pairs) =>
  pairs.map(([value, chinese, english]) => ({ value, label: say(chinese, english) }));
const text = (key, chinese, english, more = {}) => ({
  key,
  is: 'text',
  label: say(chinese, english),
  ...more,
});

const broadcast = {
  title: say('创建直播', 'New broadcast'),
  submit: say('创建直播', 'Create broadcast'),
  done: say('创建成功', 'Broadcast created'),
  confirm: {
    title: say('确认创建', 'Please confirm'),
    text: say('创建后将通知粉丝。', 'Followers will be told.'),
    ok: say('确定', 'OK'),
    cancel: say('取消', 'Cancel'),
  },
  sections: [
    {
      fields: [
        text('room', '直播间名称', 'Room name', { isRequired: true, hint: say('请输入', 'Name') }),
        {
          key: 'category',
          is: 'select',
          label: say('商品分类', 'Category'),
          choices: choices(
            ['digital', '数码', 'Digital'],
            ['clothes', '服装', 'Clothes'],
            ['food', '食品', 'Food'],
          ),
        },
        {
          key: 'kind',
          is: 'radio',
          label: say('直播类型', 'Type'),
          choices: choices(['public', '公开', 'Public'], ['private', '私密', 'Private']),
        },
        { key: 'day', is: 'date', label: say('开播日期', 'Start date') },
        {
          key: 'cover',
          is: 'upload',
          label: say('直播封面', 'Cover'),
          button: say('上传图片', 'Upload picture'),
        },
        { key: 'record', is: 'switch', label: say('自动录制', 'Record automatically') },
      ],
    },
  ],
};

const person = (prefix) => [
  text(`${prefix}Name`, '姓名', 'Name', { isRequired: true }),
  text(`${prefix}Phone`, '电话', 'Phone'),
  text(`${prefix}Mobile`, '手机', 'Mobile phone'),
  text(`${prefix}Mail`, '邮箱', 'Email'),
  text(`${prefix}Street`, '详细地址', 'Street'),
  {
    key: `${prefix}City`,
    is: 'select',
    label: say('城市', 'City'),
    choices: choices(['sh', '上海', 'Shanghai'], ['bj', '北京', 'Beijing'], ['nbj', '北京西', 'Beijing West']),
  },
];

const parcel = {
  title: say('新建运单', 'New parcel'),
  submit: say('提交', 'Submit'),
  done: say('运单已提交', 'Parcel submitted'),
  sections: [
    { title: say('发货方', 'Sender'), fields: person('from') },
    { title: say('收货方', 'Receiver'), fields: person('to') },
    {
      title: say('发票信息', 'Invoice'),
      fields: [
        text('invoice', '发票抬头', 'Invoice title'),
        text('invoiceName', '发票抬头姓名', 'Invoice title name'),
        text('taxNumber', '税号', 'Tax number'),
        text('bank', '开户行', 'Bank'),
        text('bankAccount', '开户行账号', 'Bank account'),
        { key: 'needsInvoice', is: 'check', label: say('需要发票', 'Invoice needed') },
      ],
    },
    {
      title: say('货物', 'Goods'),
      fields: [
        text('goods', '货物名称', 'Goods name'),
        text('goodsCode', '货物编号', 'Goods code'),
        { key: 'weight', is: 'number', label: say('重量', 'Weight') },
        { key: 'grossWeight', is: 'number', label: say('毛重量', 'Gross weight') },
        { key: 'pickup', is: 'date', label: say('取件日期', 'Pickup date') },
        { key: 'delivery', is: 'date', label: say('送达日期', 'Delivery date') },
        {
          key: 'way',
          is: 'radio',
          label: say('运输方式', 'Transport'),
          choices: choices(['air', '空运', 'Air'], ['sea', '海运', 'Sea'], ['land', '陆运', 'Land']),
        },
        { key: 'insured', is: 'switch', label: say('保价', 'Insured') },
        { key: 'fragile', is: 'switch', label: say('易碎品', 'Fragile') },
        { key: 'note', is: 'note', label: say('备注', 'Note') },
        { key: 'innerNote', is: 'note', label: say('内部备注', 'Internal note') },
      ],
    },
  ],
};

const settings = {
  title: say('活动设置', 'Campaign settings'),
  submit: say('保存设置', 'Save settings'),
  done: say('设置已保存', 'Settings saved'),
  sections: [
    {
      fields: [
        {
          key: 'areas',
          is: 'many',
          label: say('投放地区', 'Regions'),
          choices: choices(
            ['east', '华东', 'East'],
            ['south', '华南', 'South'],
            ['north', '华北', 'North'],
            ['west', '西部', 'West'],
          ),
        },
        {
          key: 'channels',
          is: 'checks',
          label: say('渠道', 'Channels'),
          choices: choices(['app', '应用内', 'In the app'], ['mail', '邮件', 'By mail'], ['sms', '短信', 'By SMS']),
        },
        {
          key: 'owner',
          is: 'search',
          label: say('负责人', 'Owner'),
          choices: choices(['li', '李雷', 'Li Lei'], ['han', '韩梅梅', 'Han Meimei'], ['wang', '王芳', 'Wang Fang']),
        },
        { key: 'time', is: 'time', label: say('开始时间', 'Start time') },
        { key: 'budget', is: 'number', label: say('预算', 'Budget') },
        { key: 'share', is: 'slider', label: say('流量占比', 'Traffic share') },
        { key: 'night', is: 'switch', label: say('夜间投放', 'At night') },
        { key: 'agreed', is: 'check', label: say('我已阅读规则', 'I have read the rules') },
        { key: 'remark', is: 'note', label: say('说明', 'Description') },
      ],
    },
  ],
};

export const desk = {
  title: say('商品列表', 'Products'),
  search: say('搜索商品', 'Search products'),
  find: say('查询', 'Search'),
  columns: { name: say('商品名称', 'Product'), state: say('状态', 'State'), action: say('操作', 'Action') },
  edit: say('编辑', 'Edit'),
  remove: say('删除', 'Delete'),
  tabs: [say('在售', 'On sale'), say('已下架', 'Withdrawn')],
  states: choices(['on', '在售', 'On sale'], ['off', '下架', 'Withdrawn']),
  dialog: say('编辑商品', 'Edit product'),
  fields: { name: say('名称', 'Name'), price: say('价格', 'Price') },
  save: say('保存', 'Save'),
  cancel: say('取消', 'Cancel'),
  sure: say('确认删除该商品？', 'Delete this product?'),
  ok: say('确定', 'OK'),
  saved: say('保存成功', 'Product saved'),
  removed: say('删除成功', 'Product deleted'),
  rows: [
    ['p1', say('无线耳机', 'Earphones'), '199', 'on'],
    ['p2', say('无线耳机壳', 'Earphones case'), '29', 'on'],
    ['p3', say('机械键盘', 'Keyboard'), '399', 'on'],
    ['p4', say('旧款键盘', 'Old keyboard'), '99', 'off'],
  ].map(([id, name, price, state]) => ({ id, name, price, state })),
};

const PAGES = { broadcast, parcel, settings };

export { isChinese };
export const page = new URLSearchParams(location.search).get('page') ?? 'broadcast';
export const form = PAGES[page];
export const fields = form?.sections.flatMap((section) => section.fields) ?? [];

/** Sends what the form's own handler got, and shows that it arrived. */
export async function send(values) {
  const body = new FormData();
  const files = {};
  for (const [key, value] of Object.entries(values))
    if (value instanceof File) {
      body.append(key, value);
      files[key] = value.name;
    }
  body.append('values', JSON.stringify({ ...values, ...files }));
  const reply = await fetch(`/sent?form=${page}`, { method: 'POST', body });
  return reply.ok;
}

export async function change(method, id, values) {
  const reply = await fetch(`/products?id=${id}`, { method, body: values && JSON.stringify(values) });
  return reply.ok;
}
