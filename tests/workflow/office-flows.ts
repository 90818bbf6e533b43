import type { OrderForm as Library } from '../apps/library-pages.ts';

export type Language = 'zh' | 'en';
export type Page = keyof typeof OFFICE;

/** What arrives on the other side: nothing else, and each of it once. */
export interface Arrival {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface OfficeFlow {
  readonly sentences: (library: Library) => readonly string[];
  readonly arrives: readonly Arrival[];
}

const sent = (form: string, values: Readonly<Record<string, unknown>>): readonly Arrival[] => [
  { method: 'POST', path: `/sent?form=${form}`, values },
];

/** The document's own example. */
const BROADCAST = sent('broadcast', {
  room: '周五新品发布',
  category: 'digital',
  kind: 'private',
  day: '2026-12-31',
  cover: 'cover.png',
  record: true,
});

const PARCEL = sent('parcel', {
  fromName: '李雷',
  fromPhone: '021-5555',
  fromMobile: '13800000001',
  fromMail: 'li@example.com',
  fromStreet: '人民路1号',
  fromCity: 'sh',
  toName: '韩梅梅',
  toPhone: '010-7777',
  toMobile: '13800000002',
  toMail: 'han@example.com',
  toStreet: '长安街2号',
  toCity: 'bj',
  invoice: '光明公司',
  invoiceName: '王芳',
  taxNumber: '91310000',
  bank: '工商银行',
  bankAccount: '6222',
  needsInvoice: true,
  goods: '茶叶',
  goodsCode: 'T-10',
  weight: 12,
  grossWeight: 14,
  pickup: '2026-12-03',
  delivery: '2026-12-13',
  way: 'sea',
  insured: true,
  fragile: true,
  note: '轻放',
  innerNote: '老客户',
});

const SETTINGS = sent('settings', {
  areas: ['east', 'north'],
  channels: ['app', 'sms'],
  owner: 'han',
  time: '09:30',
  budget: 5000,
  share: 70,
  night: true,
  agreed: true,
  remark: '双十二',
});

const DESK: readonly Arrival[] = [
  { method: 'PUT', path: '/products?id=p3', values: { price: '359', state: 'off' } },
  { method: 'DELETE', path: '/products?id=p2' },
];

/** What an operator writes for each page, in both languages, whatever library draws it. */
export const OFFICE = {
  broadcast: {
    zh: {
      arrives: BROADCAST,
      sentences: () => [
        '在“直播间名称”输入“{{name}}”',
        '在“商品分类”选择“数码”',
        '“直播类型”选择“私密”',
        '把“开播日期”设置为“2026-12-31”',
        '在“直播封面”上传“cover.png”',
        '打开“自动录制”开关',
        '点击“创建直播”按钮',
        '在“确认创建”对话框中点击“确定”',
        '验证页面包含‘创建成功’',
      ],
    },
    en: {
      arrives: BROADCAST,
      sentences: () => [
        'Type "{{name}}" into "Room name"',
        'Select "Digital" from "Category"',
        'Choose "Private" as "Type"',
        'Set "Start date" to "2026-12-31"',
        'Upload "cover.png" to "Cover"',
        'Turn on "Record automatically"',
        'Click the "Create broadcast" button',
        'Click "OK" in the "Please confirm" dialog',
        'Verify that the page contains "Broadcast created"',
      ],
    },
  },
  parcel: {
    zh: {
      arrives: PARCEL,
      sentences: () => [
        '在“发货方”区域的“姓名”输入“{{name}}”',
        '在“发货方”的“电话”中填写“021-5555”',
        '在“发货方”区域的“手机”输入“13800000001”',
        '在“发货方”区域的“邮箱”输入“li@example.com”',
        '在“发货方”区域的“详细地址”输入“人民路1号”',
        '在“发货方”区域的“城市”选择“上海”',
        '在“收货方”区域的“姓名”输入“韩梅梅”',
        '在“收货方”区域的“电话”输入“010-7777”',
        '在“收货方”区域的“手机”输入“13800000002”',
        '在“收货方”区域的“邮箱”输入“han@example.com”',
        '在“收货方”区域的“详细地址”输入“长安街2号”',
        '在“收货方”区域的“城市”选择“北京”',
        '“发票抬头”填写“光明公司”',
        '“发票抬头姓名”填写“王芳”',
        '“税号”填写“91310000”',
        '“开户行”填写“工商银行”',
        '“开户行账号”填写“6222”',
        '勾选“需要发票”',
        '在货物名称输入‘茶叶’',
        '在货物编号输入‘T-10’',
        '把“重量”设为“12”',
        '把“毛重量”设为“14”',
        '“取件日期”选择“2026-12-03”',
        '“送达日期”选择“2026-12-13”',
        '选择“海运”作为“运输方式”',
        '打开开关“保价”',
        '打开开关“易碎品”',
        '在“备注”输入“轻放”',
        '在“内部备注”输入“老客户”',
        '点击“提交”',
        '验证页面包含“运单已提交”',
      ],
    },
    en: {
      arrives: PARCEL,
      sentences: () => [
        'Type "{{name}}" into "Name" in the "Sender" section',
        'Fill "Phone" in the "Sender" section with "021-5555"',
        'Type "13800000001" into "Mobile phone" in the "Sender" section',
        'Type "li@example.com" into "Email" in the "Sender" section',
        'Type "人民路1号" into "Street" in the "Sender" section',
        'Select "Shanghai" from "City" in the "Sender" section',
        'Type "韩梅梅" into "Name" in the "Receiver" section',
        'Type "010-7777" into "Phone" in the "Receiver" section',
        'Type "13800000002" into "Mobile phone" in the "Receiver" section',
        'Type "han@example.com" into "Email" in the "Receiver" section',
        'Type "长安街2号" into "Street" in the "Receiver" section',
        'Select "Beijing" from "City" in the "Receiver" section',
        'Enter "光明公司" in "Invoice title"',
        'Enter "王芳" in "Invoice title name"',
        'Enter "91310000" in "Tax number"',
        'Enter "工商银行" in "Bank"',
        'Enter "6222" in "Bank account"',
        'Check "Invoice needed"',
        'Fill "Goods name" with "茶叶"',
        'Fill "Goods code" with "T-10"',
        'Set "Weight" to "12"',
        'Set "Gross weight" to "14"',
        'Set "Pickup date" to "2026-12-03"',
        'Set "Delivery date" to "2026-12-13"',
        'Select "Sea" from "Transport"',
        'Switch on "Insured"',
        'Switch on "Fragile"',
        'Type "轻放" into "Note"',
        'Type "老客户" into "Internal note"',
        'Click "Submit"',
        'Verify that the page contains "Parcel submitted"',
      ],
    },
  },
  settings: {
    zh: {
      arrives: SETTINGS,
      sentences: () => [
        '在“投放地区”选择“华东”、“华北”',
        '在“渠道”选择“应用内”、“短信”',
        '在“负责人”选择“韩梅梅”',
        '把“开始时间”设置为“09:30”',
        '“预算”输入“5000”',
        '把“流量占比”设置为“70”',
        '开启“夜间投放”',
        '勾选“我已阅读规则”',
        '在“说明”填入“{{name}}”',
        '点击“保存设置”',
        '验证页面包含“设置已保存”',
      ],
    },
    en: {
      arrives: SETTINGS,
      sentences: () => [
        'Select "East" and "North" from "Regions"',
        'Select "In the app" and "By SMS" from "Channels"',
        'Select "Han Meimei" from "Owner"',
        'Set "Start time" to "09:30"',
        'Enter "5000" in "Budget"',
        'Set "Traffic share" to "70"',
        'Turn on "At night"',
        'Tick "I have read the rules"',
        'Type "{{name}}" into "Description"',
        'Click "Save settings"',
        'Verify that the page contains "Settings saved"',
      ],
    },
  },
  desk: {
    zh: {
      arrives: DESK,
      sentences: () => [
        '在“搜索商品”输入“{{name}}”',
        '点击“查询”',
        '验证页面不包含“无线耳机”',
        '在“机械键盘”这一行点击“编辑”',
        '在“编辑商品”对话框的“价格”输入“359”',
        '在“状态”选择“下架”',
        '点击“保存”',
        '验证页面包含“保存成功”',
        '点击“已下架”标签页',
        '等待页面包含“机械键盘”',
        '点击“在售”标签页',
        '清空“搜索商品”',
        '点击“查询”',
        '在“无线耳机壳”行中点击“删除”',
        '点击“确定”',
        '验证页面包含“删除成功”',
      ],
    },
    en: {
      arrives: DESK,
      sentences: () => [
        'Type "{{name}}" into "Search products"',
        'Click "Search"',
        'Verify that the page does not contain "Earphones"',
        'Click "Edit" in the row "Keyboard"',
        'Type "359" into "Price" in the "Edit product" dialog',
        'Select "Withdrawn" from "State"',
        'Click "Save"',
        'Verify that the page contains "Product saved"',
        'Click the "Withdrawn" tab',
        'Wait until the page contains "Keyboard"',
        'Click the "On sale" tab',
        'Clear "Search products"',
        'Click "Search"',
        'Click "Delete" in the row "Earphones case"',
        'Click "OK"',
        'Verify that the page contains "Product deleted"',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, OfficeFlow>>>>;

/** What a run is given as `name`. */
export const NAMES: Readonly<Record<Page, Readonly<Record<Language, string>>>> = {
  broadcast: { zh: '周五新品发布', en: '周五新品发布' },
  parcel: { zh: '李雷', en: '李雷' },
  settings: { zh: '双十二', en: '双十二' },
  desk: { zh: '键盘', en: 'Keyboard' },
};
