import type { Lexicon } from './lexicon.ts';

const TYPE = '(?:type|enter|input|write|put|insert)';
const PICK = '(?:select|choose|pick)';
const CLICK = '(?:click(?: on)?|tap(?: on)?)';
const SIGN_IN =
  '(?:sign in|sign into|log in|log into|login|log on)(?:(?: to)?(?: the)? (?:site|website|page|portal|system|app|application))? (?:with|using)(?: the)?(?: saved)?';
const PLACE =
  '(?:row|dialog(?: box)?|pop-?up|modal|window|form|section|area|panel|card|table|menu|group|part)';
const SHOW = '(?:contain|show|display|have|include|say)';
const SHOWS = '(?:contains|shows|displays|has|includes|says|to contain|to show|to display)';
const IS = '(?:is|to be|becomes|to become|gets)';

/** English: the verb leads, and the value stands before or after its field. */
export const EN: Lexicon = {
  locale: 'en',
  verify: '(?:verify|see(?= that )|check|confirm|assert|make sure|ensure)(?: that)? ',
  waitFor: '(?:wait for|wait until|wait till)(?: that)? ',
  exampleLeads: { verify: 'Verify that ', 'wait-for': 'Wait for ' },
  phrasings: [
    {
      does: 'sign-in',
      pattern: `${SIGN_IN} credentials? {id}`,
      example: 'Sign in with credential "portal"',
    },
    {
      does: 'sign-in',
      pattern: `${SIGN_IN} {id} credentials?`,
      example: 'Sign in with the "portal" credential',
    },
    { does: 'sign-in', pattern: `${SIGN_IN} {id}`, isSure: true, example: 'Sign in with "portal"' },
    {
      does: 'open',
      pattern:
        '(?:open|go to|visit|navigate to|browse to|load)(?: the)?(?: (?:page|web page|website|address|url|site|link))?(?: at)? {url}',
      example: 'Open "https://example.com/"',
    },
    {
      does: 'upload',
      pattern: '(?:upload|attach)(?: the| a)?(?: files?)? {files} (?:to|into|in|at|as|for) {target}',
      example: 'Upload "cover.png" to "Cover"',
    },
    {
      does: 'upload',
      pattern: '(?:in|into|to|at|under|for) {target},? (?:upload|attach)(?: the| a)?(?: files?)? {files}',
      example: 'In "Cover" upload "cover.png"',
    },
    {
      does: 'select',
      pattern: '(?:set|change) {target} to {values}',
      kinds: ['list', 'radio'],
      example: 'Set the "Category" dropdown to "Digital"',
    },
    {
      does: 'fill',
      pattern: 'fill(?: in| out)? {target} with {value}',
      example: 'Fill "Title" with "Launch"',
    },
    {
      does: 'fill',
      pattern: '(?:set|change) the (?:value|text) (?:of|in) {target} to {value}',
      example: 'Set the value of "Title" to "Launch"',
    },
    {
      does: 'fill',
      pattern: 'replace the (?:value|text) (?:of|in) {target} with {value}',
      example: 'Replace the text in "Title" with "Launch"',
    },
    { does: 'fill', pattern: '(?:set|change) {target} to {value}', example: 'Set "Title" to "Launch"' },
    { does: 'fill', pattern: 'fill {value} into {target}', example: 'Fill "Launch" into "Title"' },
    {
      does: 'fill',
      pattern: `(?:in|into|for) {target},? ${TYPE}(?: the (?:text|value))? {value}`,
      example: 'In "Title" type "Launch"',
    },
    {
      does: 'fill',
      pattern: `${TYPE}(?: the (?:text|value))? {value} (?:in|into|as|for) {target}`,
      example: 'Type "Launch" into "Title"',
    },
    {
      does: 'uncheck',
      pattern: 'clear {target}',
      kinds: ['checkbox', 'switch'],
      example: 'Clear the "Record" checkbox',
    },
    {
      does: 'fill',
      pattern: '(?:clear|empty) {target}',
      value: '',
      isSure: true,
      example: 'Clear "Title"',
    },
    {
      does: 'fill',
      pattern: `${PICK} {value} (?:from|in|for|as) {target}`,
      kinds: ['date'],
      example: 'Pick "2026-01-31" in the "Start" date picker',
    },
    {
      does: 'uncheck',
      pattern: '(?:uncheck|untick|deselect|unselect|turn off|switch off) {target}',
      example: 'Uncheck "Record"',
    },
    {
      does: 'uncheck',
      pattern: '(?:turn|switch) {target} off',
      isSure: true,
      example: 'Turn "Record" off',
    },
    {
      does: 'check',
      pattern: '(?:turn|switch) {target} on',
      isSure: true,
      example: 'Turn "Record" on',
    },
    {
      does: 'uncheck',
      pattern: 'remove the (?:tick|check|check ?mark) (?:from|of|in) {target}',
      example: 'Remove the tick from "Record"',
    },
    {
      does: 'uncheck',
      pattern: 'disable {target}',
      kinds: ['checkbox', 'switch'],
      example: 'Disable the "Record" switch',
    },
    {
      does: 'check',
      pattern: 'enable {target}',
      kinds: ['checkbox', 'switch'],
      example: 'Enable the "Record" switch',
    },
    {
      does: 'select',
      pattern: `${PICK}(?: the)?(?: options?)? {values} (?:from|in|for|as) {target}`,
      example: 'Select "Digital" from "Category"',
    },
    {
      does: 'select',
      pattern: `(?:in|from|for) {target},? ${PICK}(?: the)?(?: options?)? {values}`,
      example: 'In "Category" choose "Digital"',
    },
    {
      does: 'check',
      pattern: `${PICK} {target}`,
      kinds: ['radio', 'checkbox', 'switch'],
      example: 'Select the "Public" radio button',
    },
    {
      does: 'click',
      pattern: `${PICK} {target}`,
      kinds: ['option', 'tab'],
      example: 'Select the "Public" option',
    },
    {
      does: 'click',
      pattern: '(?:press|hit|push)(?: on)? {target}',
      kinds: ['button', 'link', 'tab', 'menu-item', 'image'],
      example: 'Press the "Save" button',
    },
    {
      does: 'press',
      pattern:
        '(?:press|hit)(?: the)?(?: (?:key combination|keyboard shortcut|shortcut|keys?))? {keys}(?: keys?)? (?:in|on) {target}',
      example: 'Press "Enter" in "Search"',
    },
    {
      does: 'press',
      pattern:
        '(?:in|on) {target},? (?:press|hit)(?: the)?(?: (?:key combination|keyboard shortcut|shortcut|keys?))? {keys}(?: keys?)?',
      example: 'In "Search" press "Enter"',
    },
    {
      does: 'press',
      pattern:
        '(?:press|hit)(?: the)?(?: (?:key combination|keyboard shortcut|shortcut|keys?))? {keys}(?: keys?)?',
      example: 'Press "Enter"',
    },
    {
      does: 'hover',
      pattern:
        '(?:hover(?: over| on)?|point (?:at|to)|(?:move|put)(?: the)? (?:mouse|pointer|cursor) (?:over|to|onto|on)|mouse over) {target}',
      example: 'Hover over "Menu"',
    },
    { does: 'hover', pattern: 'move to {target}', isSure: true, example: 'Move to "Menu"' },
    {
      does: 'scroll-to',
      pattern: 'scroll(?: the page)?(?: down| up)? until {target} is (?:visible|shown|in view)',
      example: 'Scroll until "Notes" is visible',
    },
    { does: 'scroll-to', pattern: 'scroll {target} into view', example: 'Scroll "Notes" into view' },
    {
      does: 'scroll-to',
      pattern: 'scroll(?: the page)?(?: down| up)? to {target}',
      example: 'Scroll to "Notes"',
    },
    {
      does: 'download',
      pattern: `${CLICK} {target} to download(?: the)?(?: file)?`,
      isSure: true,
      example: 'Click "Export" to download the file',
    },
    {
      does: 'download',
      pattern: 'download(?:(?: the)? file)? (?:with|using|via|from|by clicking) {target}',
      example: 'Download the file with the "Export" button',
    },
    { does: 'download', pattern: 'download(?: the)?(?: file)? {target}', example: 'Download "Report"' },
    { does: 'double-click', pattern: 'double[- ]?click(?: on)? {target}', example: 'Double-click "Name"' },
    {
      does: 'click',
      pattern: '(?:switch|change|go) to {target}',
      kinds: ['tab'],
      example: 'Switch to the "History" tab',
    },
    {
      does: 'click',
      pattern: '(?:follow|open) {target}',
      kinds: ['link', 'tab'],
      example: 'Follow the "Details" link',
    },
    { does: 'click', pattern: `${CLICK} {target}`, example: 'Click "Next"' },
    {
      does: 'check',
      pattern: '(?:check|tick|mark)(?: the)? box {target}',
      isSure: true,
      example: 'Tick the box "Record"',
    },
    { does: 'check', pattern: '(?:check|tick) {target} box', example: 'Tick the "Record" box' },
    { does: 'check', pattern: '(?:check|mark) {target}', isSure: true, example: 'Check "Record"' },
    { does: 'check', pattern: '(?:tick|turn on|switch on) {target}', example: 'Tick "Record"' },
  ],
  expectations: [
    {
      is: 'url',
      pattern: '(?:the )?(?:url|address)(?: of the page)? (?:contains|includes|has|to contain) {value}',
      example: 'the URL contains "/done"',
    },
    {
      is: 'no-text',
      pattern: `(?:the )?page (?:should not|shouldn[’']t|must not|does not|doesn[’']t) ${SHOW}(?: the text)? {value}`,
      after: 'alone',
      isSure: true,
      example: 'The page should not contain "Error"',
    },
    {
      is: 'text',
      pattern: `(?:the )?page (?:(?:should|must) ${SHOW}|${SHOWS})(?: the text)? {value}`,
      after: 'alone',
      isSure: true,
      example: 'The page should contain "Created"',
    },
    {
      is: 'no-text',
      pattern: `(?:the )?page (?:(?:does not|doesn[’']t|not to) ${SHOW}|no longer ${SHOWS})(?: the text)? {value}`,
      example: 'the page does not contain "Error"',
    },
    {
      is: 'text',
      pattern: `(?:the )?page ${SHOWS}(?: the text)? {value}`,
      example: 'the page contains "Created"',
    },
    {
      is: 'no-text',
      pattern: '(?:the text )?{value} is (?:not|no longer) (?:on|shown on) the page',
      example: '"Error" is not on the page',
    },
    {
      is: 'text',
      pattern: '(?:the text )?{value} (?:is|appears|is shown|is visible) on the page',
      example: '"Created" is on the page',
    },
    {
      is: 'text',
      pattern: 'the text {value} (?:is shown|is visible|is displayed|appears|to appear|to be shown)',
      example: 'the text "Created" is shown',
    },
    { is: 'text', pattern: 'the text {value}', after: 'wait-for', example: 'the text "Created"' },
    {
      is: 'field',
      pattern: `{target} ${IS} (?:empty|blank)`,
      value: '',
      isSure: true,
      example: '"Notes" is empty',
    },
    {
      is: 'unchecked',
      pattern: `{target} ${IS} (?:unchecked|unticked|not checked|not ticked|not selected|(?:switched|turned) off)`,
      example: '"Record" is unchecked',
    },
    {
      is: 'checked',
      pattern: `{target} ${IS} (?:checked|ticked|selected|(?:switched|turned) on)`,
      example: '"Record" is checked',
    },
    { is: 'unchecked', pattern: `{target} ${IS} off`, isSure: true, example: '"Record" is off' },
    { is: 'checked', pattern: `{target} ${IS} on`, isSure: true, example: '"Record" is on' },
    {
      is: 'disabled',
      pattern: `{target} ${IS} (?:disabled|not enabled|gr[ae]yed out|not clickable)`,
      example: '"Send" is disabled',
    },
    { is: 'disabled', pattern: '{target} cannot be clicked', example: '"Send" cannot be clicked' },
    { is: 'enabled', pattern: '{target} can be clicked', example: '"Send" can be clicked' },
    {
      is: 'enabled',
      pattern: `{target} ${IS} (?:enabled|clickable|not disabled)`,
      example: '"Send" is enabled',
    },
    {
      is: 'hidden',
      pattern: `{target} (?:${IS} (?:hidden|gone|not visible|not shown|no longer visible)|disappears|to disappear|(?:does not|doesn[’']t) (?:appear|show)|is no longer shown)`,
      example: '"Loading" is hidden',
    },
    {
      is: 'visible',
      pattern: `{target} (?:${IS} (?:visible|shown|displayed)|appears|to appear)`,
      example: '"Result" is visible',
    },
    { is: 'visible', pattern: '{target}', after: 'wait-for', isSure: true, example: '"Result"' },
    {
      is: 'field',
      pattern: '(?:the )?value of {target} (?:is|equals) {value}',
      example: 'the value of "Title" is "Launch"',
    },
    {
      is: 'field',
      pattern: '{target} (?:equals|is|has the value|contains|holds|shows) {value}',
      isSure: true,
      isValueSure: true,
      example: '"Title" equals "Launch"',
    },
  ],
  kinds: [
    ['drop-down list', 'list'],
    ['dropdown list', 'list'],
    ['dropdown menu', 'list'],
    ['radio button', 'radio'],
    ['date picker', 'date'],
    ['date field', 'date'],
    ['text field', 'field'],
    ['input field', 'field'],
    ['menu item', 'menu-item'],
    ['check box', 'checkbox'],
    ['drop-down', 'list'],
    ['text box', 'field'],
    ['checkbox', 'checkbox'],
    ['dropdown', 'list'],
    ['textbox', 'field'],
    ['button', 'button'],
    ['field', 'field'],
    ['link', 'link'],
  ],
  kindsOfQuoted: [
    ['section', null],
    ['option', 'option'],
    ['switch', 'switch'],
    ['toggle', 'switch'],
    ['image', 'image'],
    ['input', 'field'],
    ['radio', 'radio'],
    ['area', null],
    ['date', 'date'],
    ['icon', 'image'],
    ['list', 'list'],
    ['menu', 'menu-item'],
    ['text', null],
    ['box', 'field'],
    ['row', 'row'],
    ['tab', 'tab'],
  ],
  named: [
    '{kind} (?:labelled|labeled|named|called|with the (?:text|name|label)|that says|saying) {name}',
    '{kind} {name}',
  ],
  article: 'the ',
  placeBefore: [
    `(?:in|inside|within|on|under|from) (?:the )?{within} ${PLACE},? {rest}`,
    `(?:in|inside|within|on|under|from) (?:the )?(?:confirmation |pop-?up )?${PLACE}(?: (?:named|called|titled|of|for))? {within},? {rest}`,
  ],
  placeInName: [
    `{rest} (?:in|inside|within|on|of|under|from) (?:the )?{within} ${PLACE}`,
    `{rest} (?:in|inside|within|on|of|under|from) (?:the )?(?:confirmation |pop-?up )?${PLACE}(?: (?:named|called|titled|of|for))? {within}`,
  ],
  barePlaceBefore: ['(?:in|inside|within|under|on) {within},? {rest}'],
  barePlaceInName: ['{rest} (?:in|inside|within|under|of|on|for|beside|next to) (?:the )?{within}'],
  placeWords: PLACE,
  leads:
    '(?:please|kindly|and then|then|next|first(?:ly)?|second(?:ly)?|finally|lastly|after that|afterwards|now|step \\d+|\\d+[.)](?!\\d))[,:：.]? ',
  trails: '(?:[.;!！。]|,? please)+',
  listed: '(?:, and|,|and|&)',
  keys: {
    spacebar: 'Space',
    'space bar': 'Space',
    'page up': 'PageUp',
    'page down': 'PageDown',
    up: 'ArrowUp',
    down: 'ArrowDown',
    left: 'ArrowLeft',
    right: 'ArrowRight',
    'up arrow': 'ArrowUp',
    'down arrow': 'ArrowDown',
    'left arrow': 'ArrowLeft',
    'right arrow': 'ArrowRight',
    'arrow up': 'ArrowUp',
    'arrow down': 'ArrowDown',
    'arrow left': 'ArrowLeft',
    'arrow right': 'ArrowRight',
  },
  verbs:
    '\\b(?:double[- ]?click|click|tap|press|hit|type|enter|fill|input|write|put|set|change|select|choose|pick|check|tick|uncheck|untick|deselect|clear|upload|attach|hover|scroll|wait|verify|confirm|assert|make sure|ensure|download|sign in|sign into|log in|log into|login|load|follow|mark|replace|remove|enable|disable|empty|open|go to|visit|navigate|switch|turn)\\b',
  joiners: [
    ['(?:,? and(?: then)?|,? then|[,;.]|,? before|,? after that|,? followed by)(?: please| also)? ', ''],
    ['(?:,? and(?: then)?|,? then|[,;.]) (?=(?:in|on|from|into|to|for|within) )', '[^,;.]{1,40}? '],
  ],
  refusals: [
    { in: 'sentence', pattern: '\\?$', because: 'question' },
    { in: 'sentence', pattern: "^(?:do not|don[’']t|never|avoid|skip|no need to) ", because: 'negation' },
    {
      in: 'sentence',
      pattern: '^(?:if|unless|when|whenever|once|in case|as soon as) ',
      because: 'condition',
    },
    {
      in: 'words',
      pattern: ' (?:if|unless|when|whenever|while|until|except|as soon as|instead of|in case) ',
      because: 'condition',
    },
    { in: 'words', pattern: '(?:^| )(?:anything|everything|all) but ', because: 'one-of-several' },
    {
      in: 'words',
      pattern: ' (?:twice|thrice|once|(?:\\d+|two|three|four|five|several) times)$',
      because: 'count',
    },
    {
      in: 'sentence',
      pattern: ' (?:twice|thrice|(?:\\d+|two|three|four|five|several) times)$',
      because: 'count',
    },
    {
      in: 'words',
      pattern: '^the (?:first|second|third|fourth|fifth|last|\\d+(?:st|nd|rd|th))(?: |$)',
      because: 'one-of-several',
    },
    { in: 'words', pattern: '(?:^any | or )', because: 'one-of-several' },
    { in: 'words', pattern: '[;?!]|, ', because: 'ambiguous' },
    {
      in: 'words',
      pattern:
        '^(?:it|this|that|them|him|her|one|something|somewhere|anywhere|the|a|an|same)$|^(?:the )?(?:bottom|top|end)(?: of (?:the|this) page)?$',
      because: 'no-name',
    },
  ],
};
