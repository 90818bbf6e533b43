import type { Lexicon } from './lexicon.ts';

const IN = '(?:对话框|弹窗|区域|表单|行|字段)?(?:之?中的?|里面?的?|内的?|上的?|的)?';
const AT = '(?:对话框|弹窗|区域|表单|行|字段)?(?:之?中的?|里面?的?|内的?|上的?|的)';
const TYPE = '(?:输入(?!框)|填写|填入|填上|键入|录入)';
const CLICK = '(?:点击一下|点击|单击|点一下|点按|点选|按下|点(?![击按选一]))';

/** Chinese: no word boundaries, and the place comes before the verb. */
export const ZH: Lexicon = {
  locale: 'zh',
  verify: '(?:验证|检查|确认|校验|断言)(?:一下)?',
  waitFor: '(?:等待|等到|等)',
  placed: `{within}${AT}{target}`,
  phrasings: [
    {
      does: 'sign-in',
      pattern: '(?:使用|用)(?:凭据|凭证|账号){value}(?:登录|登陆)',
      example: '使用凭据“portal”登录',
    },
    {
      does: 'sign-in',
      pattern: '(?:登录|登陆)(?:使用|用)(?:凭据|凭证|账号){value}',
      example: '登录使用凭据“portal”',
    },
    {
      does: 'open',
      pattern: '(?:打开|访问|前往|进入|跳转到)(?:页面|网页|网址|地址)?{value}',
      example: '打开“https://example.com/”',
    },
    {
      does: 'upload',
      pattern: `(?:在|向|给){target}${IN}上传(?:文件|图片)?{value}`,
      example: '在“封面”上传“cover.png”',
    },
    {
      does: 'upload',
      pattern: '(?:把|将)(?:文件)?{value}上传(?:到|至){target}',
      example: '把“cover.png”上传到“封面”',
    },
    { does: 'upload', pattern: '上传(?:文件)?{value}(?:到|至){target}', example: '上传“cover.png”到“封面”' },
    {
      does: 'fill',
      pattern: `(?:把|将){target}${IN}(?:设置|设|改|填)(?:为|成){value}`,
      example: '把“标题”设置为“新品”',
    },
    {
      does: 'fill',
      pattern: `(?:把|将){value}${TYPE}(?:到|至|进){target}${IN}`,
      example: '把“新品”填入到“标题”',
    },
    { does: 'fill', pattern: `(?:在|向|给|往){target}${IN}${TYPE}{value}`, example: '在“标题”输入“新品”' },
    { does: 'fill', pattern: `${TYPE}{value}(?:到|至|进){target}${IN}`, example: '输入“新品”到“标题”' },
    { does: 'fill', pattern: `{target}${IN}${TYPE}[::]?{value}`, example: '“标题”填写“新品”' },
    { does: 'uncheck', pattern: '(?:取消勾选|取消选中|不勾选|关闭开关){target}', example: '取消勾选“录制”' },
    { does: 'check', pattern: '(?:勾选|选中|打开开关|开启){target}', example: '勾选“录制”' },
    {
      does: 'select',
      pattern: `(?:在|从|给){target}${IN}(?:选择|选取|选){value}`,
      example: '在“分类”选择“数码”',
    },
    {
      does: 'select',
      pattern: '(?:把|将){target}(?:选择|选)(?:为|成){value}',
      example: '把“分类”选为“数码”',
    },
    { does: 'select', pattern: '{target}(?:选择|选){value}', example: '“分类”选择“数码”' },
    { does: 'press', pattern: `在{target}${IN}(?:按键|按下按键|敲){value}`, example: '在“标题”按键“Enter”' },
    { does: 'press', pattern: '(?:按下|按){value}键', example: '按下“Enter”键' },
    { does: 'press', pattern: '(?:按键|按下按键|敲击?){value}(?:键)?', example: '按键“Enter”' },
    {
      does: 'hover',
      pattern: '(?:将鼠标)?(?:悬停在|悬停到|移动到|鼠标移到){target}(?:上面?)?',
      example: '悬停在“菜单”',
    },
    { does: 'scroll-to', pattern: '(?:滚动到|滚动至|滑动到){target}', example: '滚动到“备注”' },
    { does: 'download', pattern: '(?:点击)?下载(?:文件)?{target}', example: '下载“报表”' },
    { does: 'double-click', pattern: `在{within}${IN}双击{target}`, example: '在“列表”中双击“名称”' },
    { does: 'double-click', pattern: '双击{target}', example: '双击“名称”' },
    { does: 'click', pattern: `在{within}${IN}${CLICK}{target}`, example: '在“确认”对话框中点击“确定”' },
    { does: 'click', pattern: `${CLICK}{target}`, example: '点击“下一步”' },
  ],
  expectations: [
    {
      is: 'url',
      pattern: '(?:网址|地址|链接|URL)(?:中)?(?:包含|含有|变为){value}',
      example: '网址包含“/done”',
    },
    {
      is: 'no-text',
      pattern: '(?:页面)?(?:上|中)?(?:不包含|没有|不显示|不出现|未出现){value}',
      example: '页面不包含“错误”',
    },
    { is: 'text', pattern: '(?:页面)?(?:上|中)?(?:包含|出现|显示|有){value}', example: '页面包含“创建成功”' },
    { is: 'field', pattern: '{target}(?:的值)?(?:等于|为|是){value}', example: '“标题”的值为“新品”' },
    { is: 'unchecked', pattern: '{target}(?:未勾选|未选中|没有勾选|未被选中)', example: '“录制”未勾选' },
    { is: 'checked', pattern: '{target}(?:已勾选|已选中|被勾选|被选中)', example: '“录制”已勾选' },
    { is: 'disabled', pattern: '{target}(?:不可用|已禁用|被禁用)', example: '“提交”不可用' },
    { is: 'enabled', pattern: '{target}(?:可用|已启用)', example: '“提交”可用' },
    { is: 'hidden', pattern: '{target}(?:不可见|消失|隐藏)', example: '“加载中”消失' },
    { is: 'visible', pattern: '{target}(?:可见)', example: '“结果”可见' },
  ],
  kinds: [
    ['单选按钮', 'radio'],
    ['下拉列表', 'list'],
    ['日期选择器', 'date'],
    ['复选框', 'checkbox'],
    ['单选框', 'radio'],
    ['输入框', 'field'],
    ['文本框', 'field'],
    ['下拉框', 'list'],
    ['菜单项', 'menu-item'],
    ['标签页', 'tab'],
    ['选项卡', 'tab'],
    ['按钮', 'button'],
    ['链接', 'link'],
    ['开关', 'switch'],
    ['选项', 'option'],
    ['图片', 'image'],
    ['字段', 'field'],
  ],
};
