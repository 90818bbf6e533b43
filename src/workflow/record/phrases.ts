import type { ControlKind, ElementState } from '#workflow/step.ts';

/** How each thing is said; `{target}` and `{value}` stand for what is in quotes. */
export interface Phrases {
  readonly open: string;
  readonly click: string;
  readonly doubleClick: string;
  readonly fill: string;
  readonly select: string;
  readonly check: string;
  readonly uncheck: string;
  readonly upload: string;
  readonly press: string;
  readonly pressOn: string;
  readonly hover: string;
  readonly download: string;
  readonly signIn: string;
  readonly waitForText: string;
  readonly waitForNoText: string;
  readonly waitForUrl: string;
  readonly waitForState: Readonly<Partial<Record<ElementState, string>>>;
  readonly verifyText: string;
  /** `{name}` with a word of its kind; `{target}` with the part it stands in. */
  readonly ofKind: string;
  readonly placed: string;
  /** Between several values. */
  readonly listed: string;
  readonly kinds: Readonly<Partial<Record<ControlKind, string>>>;
}

export const PHRASES: Readonly<Record<'zh' | 'en', Phrases>> = {
  zh: {
    open: '打开{value}',
    click: '点击{target}',
    doubleClick: '双击{target}',
    fill: '在{target}输入{value}',
    select: '在{target}选择{value}',
    check: '勾选{target}',
    uncheck: '取消勾选{target}',
    upload: '在{target}上传{value}',
    press: '按下{value}键',
    pressOn: '在{target}按键{value}',
    hover: '悬停在{target}',
    download: '下载{target}',
    signIn: '使用凭据{value}登录',
    waitForText: '等待页面包含{value}',
    waitForNoText: '等待页面不包含{value}',
    waitForUrl: '等待网址包含{value}',
    waitForState: {
      visible: '等待{target}可见',
      hidden: '等待{target}消失',
      enabled: '等待{target}可用',
      disabled: '等待{target}不可用',
    },
    verifyText: '验证页面包含{value}',
    ofKind: '{name}{kind}',
    placed: '{within}中的{target}',
    listed: '、',
    kinds: {
      button: '按钮',
      link: '链接',
      tab: '标签页',
      'menu-item': '菜单项',
      checkbox: '复选框',
      radio: '单选按钮',
      switch: '开关',
      option: '选项',
      field: '输入框',
      list: '下拉列表',
      image: '图片',
    },
  },
  en: {
    open: 'Open {value}',
    click: 'Click {target}',
    doubleClick: 'Double-click {target}',
    fill: 'Type {value} into {target}',
    select: 'Select {value} from {target}',
    check: 'Check {target}',
    uncheck: 'Uncheck {target}',
    upload: 'Upload {value} to {target}',
    press: 'Press {value}',
    pressOn: 'Press {value} in {target}',
    hover: 'Hover over {target}',
    download: 'Download {target}',
    signIn: 'Sign in with credential {value}',
    waitForText: 'Wait until the page contains {value}',
    waitForNoText: 'Wait until the page does not contain {value}',
    waitForUrl: 'Wait until the URL contains {value}',
    waitForState: {
      visible: 'Wait until {target} is visible',
      hidden: 'Wait until {target} is hidden',
      enabled: 'Wait until {target} is enabled',
      disabled: 'Wait until {target} is disabled',
    },
    verifyText: 'Verify that the page contains {value}',
    ofKind: 'the {name} {kind}',
    placed: '{target} in {within}',
    listed: ', ',
    kinds: {
      button: 'button',
      link: 'link',
      tab: 'tab',
      'menu-item': 'menu item',
      checkbox: 'checkbox',
      radio: 'radio button',
      switch: 'switch',
      option: 'option',
      field: 'field',
      list: 'list',
      image: 'image',
    },
  },
};
