import type { Lexicon } from './lexicon.ts';

const IN = '(?:之?中的?|里面?的?|内的?|上的?|的)?';
const TYPE = '(?:输入(?!框)|填写|填入|填上|填(?![写入上为成])|键入|录入|写入|写(?![着入]))';
const PICK = '(?:依次|分别)?(?<![勾挑点消])(?:选择|选取|选(?![择取中项]))';
const CLICK = '(?:点击一下|点击|单击|点一下|点按|轻点|点选|按下|点(?![击按选一]))';
const PLACE =
  '(?:对话框|弹出框|弹窗|窗口|区域|区块|表单|表格|卡片|面板|模块|板块|部分|一行|这行|行(?![为业]))';
/** What a sentence begins with that has its verb further on: no name does. */
const POLITE = '请(?![假求款示购领柬教客安])';
const NAME_FIRST = `(?![在把将向给往从不别勿若])(?!${POLITE}|如果|除非|系统|忽略)`;
const SHOWS = '(?:包含|含有|出现|显示|提示|存在|有)(?:文字|文本|内容)?';

/** Chinese: no word boundaries, and the place comes before the verb. */
export const ZH: Lexicon = {
  locale: 'zh',
  verify: '(?:验证|检查|确认|确保|校验|断言|核对)(?:一下)?[:：]?',
  waitFor: '(?:等待|等到|直到|等)',
  exampleLeads: { verify: '验证', 'wait-for': '等待' },
  phrasings: [
    {
      does: 'sign-in',
      pattern: '(?:使用|用|以|通过)(?:凭据|凭证|账号){id}(?:登录|登陆)(?:系统|网站)?',
      example: '使用凭据“portal”登录',
    },
    {
      does: 'sign-in',
      pattern: '(?:使用|用|以|通过){id}(?:这个)?(?:凭据|凭证)(?:登录|登陆)(?:系统|网站)?',
      example: '使用“portal”凭据登录',
    },
    {
      does: 'sign-in',
      pattern: '(?:登录|登陆)(?:系统|网站)?[,，:：]?(?:使用|用)(?:凭据|凭证|账号){id}',
      example: '登录，使用凭据“portal”',
    },
    {
      does: 'open',
      pattern:
        '(?:(?:用|在)?浏览器(?:中|里)?)?(?:打开|加载|访问|前往|进入|跳转到|转到)(?:页面|网页|网址|地址|链接)?[:：]?{url}',
      example: '打开“https://example.com/”',
    },
    {
      does: 'upload',
      pattern: `(?:在|向|给|往){target}${IN}上传(?:文件|图片)?{files}`,
      example: '在“封面”上传“cover.png”',
    },
    {
      does: 'upload',
      pattern: `(?:把|将)(?:文件|图片)?{files}上传(?:到|至|进){target}${IN}`,
      example: '把“cover.png”上传到“封面”',
    },
    {
      does: 'upload',
      pattern: `上传(?:文件|图片)?{files}(?:到|至|进){target}${IN}`,
      example: '上传“cover.png”到“封面”',
    },
    {
      does: 'upload',
      pattern: `${NAME_FIRST}{target}${IN}上传(?:文件|图片)?{files}`,
      isSure: true,
      example: '“封面”上传“cover.png”',
    },
    {
      does: 'select',
      pattern: `(?:把|将){target}(?:选择|选|设置|设|改)(?:为|成){values}`,
      kinds: ['list', 'radio'],
      example: '把“分类”下拉框设为“数码”',
    },
    {
      does: 'fill',
      pattern: `(?:把|将){target}(?:的值|的内容)?(?:设置|设|修改|更改|改|填写|填)(?:为|成){value}`,
      example: '把“标题”设置为“新品”',
    },
    {
      does: 'fill',
      pattern: `(?:把|将){value}${TYPE}(?:到|至|进)?{target}${IN}`,
      example: '把“新品”填入“标题”',
    },
    {
      does: 'fill',
      pattern: `(?:在|向|给|往){target}${IN}${TYPE}[:：]?{value}`,
      example: '在“标题”输入“新品”',
    },
    { does: 'fill', pattern: `${TYPE}{value}(?:到|至|进){target}${IN}`, example: '输入“新品”到“标题”' },
    { does: 'fill', pattern: `${TYPE}{target}(?:为|成|[:：]){value}`, example: '填写“标题”为“新品”' },
    {
      does: 'fill',
      pattern: `${NAME_FIRST}{target}${IN}${TYPE}[:：]{value}`,
      example: '标题输入：新品',
    },
    {
      does: 'fill',
      pattern: `${NAME_FIRST}{target}${IN}[:：]?${TYPE}{value}`,
      isSure: true,
      example: '“标题”填写“新品”',
    },
    {
      does: 'fill',
      pattern: '(?:清空|清除|删除(?=.*的内容)){target}(?:(?:之?中|里面?)?的内容)?',
      value: '',
      isSure: true,
      example: '清空“备注”',
    },
    {
      does: 'fill',
      pattern: `(?:在|从|给){target}${IN}${PICK}{value}`,
      kinds: ['date'],
      example: '在“开始”日期框选择“2026-01-31”',
    },
    {
      does: 'uncheck',
      pattern: '(?:取消勾选|取消选中|取消选择|不勾选|不选中|去掉勾选|关闭开关){target}',
      example: '取消勾选“录制”',
    },
    {
      does: 'uncheck',
      pattern: '取消{target}的?(?:勾选|选中)',
      example: '取消“录制”的勾选',
    },
    {
      does: 'uncheck',
      pattern: '(?:关闭|关掉|停用|禁用){target}',
      kinds: ['switch', 'checkbox'],
      example: '关闭“录制”开关',
    },
    { does: 'check', pattern: '(?:勾选|勾上|打开开关|开启){target}', example: '勾选“录制”' },
    {
      does: 'check',
      pattern: '(?:打开|启用){target}',
      kinds: ['switch', 'checkbox'],
      example: '打开“录制”开关',
    },
    {
      does: 'check',
      pattern: '(?:选择|选中){target}',
      kinds: ['radio', 'checkbox', 'switch'],
      example: '选择“公开”单选按钮',
    },
    { does: 'click', pattern: '(?:选择|选中){target}', kinds: ['option'], example: '选择“公开”选项' },
    { does: 'check', pattern: '选中{target}', example: '选中“录制”' },
    {
      does: 'select',
      pattern: `(?:在|从|给|为){target}${IN}${PICK}{values}`,
      example: '在“分类”选择“数码”',
    },
    {
      does: 'select',
      pattern: '(?:把|将){target}(?:选择|选)(?:为|成){values}',
      example: '把“分类”选为“数码”',
    },
    { does: 'select', pattern: `${PICK}{target}为{values}`, example: '选择“分类”为“数码”' },
    { does: 'select', pattern: `${PICK}{values}作为{target}`, example: '选择“数码”作为“分类”' },
    {
      does: 'select',
      pattern: `${NAME_FIRST}{target}${IN}${PICK}{values}`,
      isSure: true,
      example: '“分类”选择“数码”',
    },
    {
      does: 'press',
      pattern: `在{target}${IN}(?:按下按键|按键(?!盘)|按下|按|敲击?)(?:键盘上?的)?{keys}(?:组合键|快捷键|键)?`,
      example: '在“标题”按“Enter”键',
    },
    {
      does: 'press',
      pattern: '(?:按下按键|按键(?!盘)|按下|按一下|按|敲击?)(?:键盘上?的)?{keys}(?:组合键|快捷键|键)?',
      example: '按下“Enter”键',
    },
    {
      does: 'hover',
      pattern: '(?:(?:将|把)?(?:鼠标|光标|指针))?(?:悬停|悬浮|停留)(?:在|到|于)?{target}(?:上面?|上方)?',
      example: '悬停在“菜单”',
    },
    {
      does: 'hover',
      pattern: '(?:将|把)?(?:鼠标|光标|指针)(?:移动|移|放)(?:到|至|在){target}(?:上面?|上方)?',
      example: '把鼠标移到“菜单”上',
    },
    { does: 'hover', pattern: '移动到{target}(?:上面?|上方)?', isSure: true, example: '移动到“菜单”' },
    {
      does: 'scroll-to',
      pattern:
        '(?:(?:把|将)?页面)?(?:向[下上]|往[下上])?(?:滚动|滑动)(?:页面)?(?:到|至){target}(?:处|的?位置)?',
      example: '滚动到“备注”',
    },
    {
      does: 'download',
      pattern: '(?:点击|通过|用){target}下载(?:文件)?',
      isSure: true,
      example: '点击“导出”下载文件',
    },
    { does: 'download', pattern: '下载{target}的文件', example: '下载“报表”链接的文件' },
    { does: 'download', pattern: '点击下载(?:文件)?{target}', isSure: true, example: '点击下载“报表”' },
    { does: 'download', pattern: '下载(?:文件)?{target}', example: '下载“报表”' },
    { does: 'double-click', pattern: '双击(?:一下)?{target}', example: '双击“名称”' },
    {
      does: 'click',
      pattern: '(?:切换|切)(?:到|至){target}',
      kinds: ['tab'],
      example: '切换到“历史”标签页',
    },
    { does: 'click', pattern: '打开{target}', kinds: ['link', 'tab'], example: '打开“详情”链接' },
    {
      does: 'click',
      pattern: '(?:按一下|按){target}',
      kinds: ['button', 'link', 'tab', 'menu-item', 'image'],
      example: '按“保存”按钮',
    },
    { does: 'click', pattern: `${CLICK}{target}`, example: '点击“下一步”' },
  ],
  expectations: [
    {
      is: 'url',
      pattern:
        '(?:当前)?(?:页面)?的?(?:网址|地址栏|地址|链接|URL)(?:中|里)?(?:是否)?(?:包含|含有|变为){value}',
      example: '网址包含“/done”',
    },
    {
      is: 'no-text',
      pattern: '(?:页面|网页)(?:上|中|里)?(?:应该?不|不应该?|不)(?:包含|含有|出现|显示|存在|有){value}',
      after: 'alone',
      isSure: true,
      example: '页面不应出现“错误”',
    },
    {
      is: 'text',
      pattern: `(?:页面|网页)(?:上|中|里)?(?:应该?|必须)?${SHOWS}{value}`,
      after: 'alone',
      isSure: true,
      example: '页面应包含“创建成功”',
    },
    {
      is: 'no-text',
      pattern:
        '(?:页面|网页)?(?:上|中|里)?(?:不包含|不含有|没有出现|没有|不再显示|不再包含|不再出现|不显示|不出现|不存在|未出现|未显示)(?:文字|文本|内容)?{value}',
      example: '页面不包含“错误”',
    },
    {
      is: 'text',
      pattern: `(?:页面|网页)?(?:上|中|里)?(?:是否)?${SHOWS}{value}`,
      example: '页面包含“创建成功”',
    },
    {
      is: 'field',
      pattern: '{target}(?:的值|的内容)?(?:为|是)空的?',
      value: '',
      example: '“备注”为空',
    },
    {
      is: 'unchecked',
      pattern: '{target}(?:未勾选|未选中|没有勾选|没有选中|未被勾选|未被选中|处于未选中状态)',
      example: '“录制”未勾选',
    },
    {
      is: 'checked',
      pattern: '{target}(?:是否)?(?:已勾选|已选中|已被勾选|已被选中|被勾选|被选中|处于(?:选中|勾选)状态)',
      example: '“录制”已勾选',
    },
    {
      is: 'unchecked',
      pattern: '{target}(?:已关闭|已停用|是关闭的|处于关闭状态)',
      kinds: ['switch'],
      example: '“录制”开关已关闭',
    },
    {
      is: 'checked',
      pattern: '{target}(?:已打开|已开启|已启用|是打开的|处于(?:打开|开启)状态)',
      kinds: ['switch'],
      example: '“录制”开关已打开',
    },
    {
      is: 'disabled',
      pattern:
        '{target}(?:是否|是|变为|变成)?(?:灰色|不可用|不可点击|不能点击|已禁用|被禁用|禁用|已置灰|置灰)的?',
      example: '“提交”不可用',
    },
    {
      is: 'enabled',
      pattern: '{target}(?:是否|是|变为|变成|变得|恢复)?(?:可用|可以点击|可点击|能点击|已启用)的?',
      example: '“提交”可用',
    },
    {
      is: 'hidden',
      pattern:
        '{target}(?:是否|是|变为)?(?:不可见|已?消失(?:之?后)?|已隐藏|被隐藏|隐藏|不显示|不再显示|不存在)的?',
      example: '“加载中”消失',
    },
    {
      is: 'visible',
      pattern: '{target}(?:是否|是|变为)?(?:可见|出现(?:之?后)?|显示出来|显示|存在)的?',
      example: '“结果”可见',
    },
    { is: 'visible', pattern: '{target}', after: 'wait-for', isSure: true, example: '“结果”' },
    {
      is: 'field',
      pattern: '{target}(?:的值|的内容)?(?:是否)?(?:等于|显示为|应为|为|是(?!否)){value}',
      isValueSure: true,
      example: '“标题”的值为“新品”',
    },
  ],
  kinds: [
    ['日期选择器', 'date'],
    ['下拉列表框', 'list'],
    ['下拉选择框', 'list'],
    ['单选按钮', 'radio'],
    ['下拉列表', 'list'],
    ['下拉菜单', 'list'],
    ['复选框', 'checkbox'],
    ['勾选框', 'checkbox'],
    ['多选框', 'checkbox'],
    ['单选框', 'radio'],
    ['输入框', 'field'],
    ['文本框', 'field'],
    ['下拉框', 'list'],
    ['选择框', 'list'],
    ['日期框', 'date'],
    ['菜单项', 'menu-item'],
    ['标签页', 'tab'],
    ['选项卡', 'tab'],
    ['页签', 'tab'],
    ['按钮', 'button'],
    ['链接', 'link'],
    ['开关', 'switch'],
    ['选项', 'option'],
    ['字段', 'field'],
  ],
  kindsOfQuoted: [
    ['这一行', 'row'],
    ['一栏', 'field'],
    ['菜单', 'menu-item'],
    ['图片', 'image'],
    ['图标', 'image'],
    ['标签', 'tab'],
    ['日期', 'date'],
    ['区域', null],
    ['部分', null],
    ['字样', null],
    ['行', 'row'],
    ['栏', 'field'],
  ],
  named: ['(?:名为|名叫|叫做|名称为|文字为|文字是|写着|标有){name}的{kind}', '{kind}{name}'],
  article: '(?:(?:当前)?页面(?:上|中|里)的|弹出的|打开的)',
  placeBefore: [
    `(?:在|找到|从)(?:列表|表格)?(?:中|里)?的?{within}(?:的?这一)?${PLACE}(?:之?中|里面?|内|上)?的?[,，]?{rest}`,
  ],
  placeInName: [`{within}(?:这一)?${PLACE}(?:之?中|里面?|内|上)?的{rest}`],
  barePlaceBefore: ['在{within}(?:之?中|里面?|内|上|下)?[,，]?{rest}'],
  barePlaceInName: ['{within}(?:之?中|里面?|内|上|下)?的{rest}'],
  placeWords: PLACE,
  leads: `(?:${POLITE}(?!帮)|首先|先(?![生行])|然后|接着|接下来|随后|之后|最后|再(?![次生])|\\d+[.、．)）](?!\\d)|第[一二三四五六七八九十\\d]+步|步骤[一二三四五六七八九十\\d]+)[,，、:：]?`,
  trails: '[。.;；!！]+',
  listed: '(?:、|,|，|和|与|及|以及)?',
  keys: {
    回车: 'Enter',
    空格: 'Space',
    退格: 'Backspace',
    删除键: 'Delete',
    确认键: 'Enter',
    上箭头: 'ArrowUp',
    下箭头: 'ArrowDown',
    左箭头: 'ArrowLeft',
    右箭头: 'ArrowRight',
    向上箭头: 'ArrowUp',
    向下箭头: 'ArrowDown',
    向左箭头: 'ArrowLeft',
    向右箭头: 'ArrowRight',
    上翻页: 'PageUp',
    下翻页: 'PageDown',
  },
  verbs:
    '(?:点击|单击|双击|点按|轻点|输入(?!框)|填写|填入|填|选择(?!框)|选(?![择中项框])|勾选(?!框)|选中|取消|上传|按(?![钮照时])|敲|悬停|滚动|移到|移动到|等待|等到|验证|检查|校验|断言|确认页面|下载|登录|打开|访问|进入|跳转|清空|切换|关闭|开启|启用|停用|改[为成]|设[为成置])',
  joiners: [
    ['[,，]?(?:并且|并|而后|然后|接着|随后)[,，]?|[,，;；。]', '[^,，;；。]{0,20}?'],
    [
      '[,，]?(?:之后|以后|再|后|完|同时|、)[,，]?',
      '(?:请|就|再|去)*(?:(?:在|从|向|把|将|用)[^,，;；。]{1,20}?)?',
    ],
  ],
  refusals: [
    { in: 'words', pattern: '[，；;。！？]|,(?!\\d)', because: 'ambiguous' },
    { in: 'words', pattern: '\\S(?:点击|单击|双击|填写|填入|勾选)\\S', because: 'two-operations' },
    { in: 'sentence', pattern: '[?？]$|[吗呢]$|(?:能不能|可不可以|是不是|要不要)', because: 'question' },
    {
      in: 'sentence',
      pattern: '^(?:请)?(?:不要|别|勿|请勿|禁止|切勿|不得|无需|不用|不必)',
      because: 'negation',
    },
    { in: 'sentence', pattern: '^(?:如果|若|假如|除非|一旦|只要|当.+时)', because: 'condition' },
    { in: 'words', pattern: '(?:如果|除非|的时候|以外的|之外的)', because: 'condition' },
    { in: 'words', pattern: '[两二三四五六七八九十几多\\d]+[次遍下]$', because: 'count' },
    { in: 'sentence', pattern: '按[两二三四五六七八九十几多\\d]+[次遍下]', because: 'count' },
    {
      in: 'words',
      pattern: '(?:第[一二三四五六七八九十几\\d]+个|所有的?|每一?个|任意|任何|其中一个|或者?)',
      because: 'one-of-several',
    },
    {
      in: 'words',
      pattern:
        '^(?:它|它们|这个|那个|这里|那里|其|该|空白处)(?:.{0,3})$|^(?:页面)?(?:最)?(?:底部|顶部|底端|顶端|末尾)$',
      because: 'no-name',
    },
  ],
};
