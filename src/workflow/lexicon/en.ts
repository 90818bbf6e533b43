import type { Lexicon } from './lexicon.ts';

const TYPE = '(?:type|enter|input|write|put|fill in)';

const PLACE = '(?: (?:row|dialog|window|form|section|area|panel|card|table|menu))?';

/** English: the verb leads, and the value stands before or after its field. */
export const EN: Lexicon = {
  locale: 'en',
  verify: '(?:verify|check|confirm|assert|make sure|ensure)(?: that)? ',
  waitFor: '(?:wait for|wait until|wait till)(?: that)? ',
  placed: `{target} (?:in|inside|within|under|of)(?: the)? {within}${PLACE}`,
  phrasings: [
    {
      does: 'sign-in',
      pattern: '(?:sign in|log in|login) (?:with|using|as)(?: the)?(?: credential)? {value}',
      example: 'Sign in with credential "portal"',
    },
    {
      does: 'open',
      pattern: '(?:open|go to|visit|navigate to)(?: the)?(?: page| address| url)? {value}',
      example: 'Open "https://example.com/"',
    },
    {
      does: 'upload',
      pattern: '(?:upload|attach)(?: the)?(?: file)? {value} (?:to|into|in|at) {target}',
      example: 'Upload "cover.png" to "Cover"',
    },
    {
      does: 'upload',
      pattern: '(?:in|at|under) {target},? (?:upload|attach)(?: the)?(?: file)? {value}',
      example: 'In "Cover" upload "cover.png"',
    },
    { does: 'fill', pattern: 'fill(?: in)? {target} with {value}', example: 'Fill "Title" with "Launch"' },
    { does: 'fill', pattern: 'set {target} to {value}', example: 'Set "Title" to "Launch"' },
    { does: 'fill', pattern: `(?:in|into) {target},? ${TYPE} {value}`, example: 'In "Title" type "Launch"' },
    {
      does: 'fill',
      pattern: `${TYPE} {value} (?:in|into|as|for) {target}`,
      example: 'Type "Launch" into "Title"',
    },
    {
      does: 'uncheck',
      pattern: '(?:uncheck|untick|deselect|turn off|switch off) {target}',
      example: 'Uncheck "Record"',
    },
    {
      does: 'select',
      pattern: '(?:select|choose|pick) {value} (?:from|in|for|as) {target}',
      example: 'Select "Digital" from "Category"',
    },
    {
      does: 'select',
      pattern: '(?:in|from|for) {target},? (?:select|choose|pick) {value}',
      example: 'In "Category" choose "Digital"',
    },
    {
      does: 'check',
      pattern: '(?=.*(?:radio button|radio|checkbox|option)$)(?:select|choose|pick) {target}',
      example: 'Select the "Public" radio button',
    },
    { does: 'click', pattern: '(?=.* (?:button|link)$)press {target}', example: 'Press the "Save" button' },
    {
      does: 'press',
      pattern: '(?:press|hit)(?: the)?(?: keys?)? {value}(?: key)? (?:in|on) {target}',
      example: 'Press "Enter" in "Search"',
    },
    {
      does: 'press',
      pattern: '(?:press|hit)(?: the)?(?: keys?)? {value}(?: key)?',
      example: 'Press "Enter"',
    },
    {
      does: 'hover',
      pattern: '(?:hover(?: over| on)?|point at|move to) {target}',
      example: 'Hover over "Menu"',
    },
    { does: 'scroll-to', pattern: '(?:scroll(?: down| up)? to) {target}', example: 'Scroll to "Notes"' },
    {
      does: 'download',
      pattern: '(?:download|save)(?: the)?(?: file)? {target}',
      example: 'Download "Report"',
    },
    { does: 'double-click', pattern: '(?:double[- ]click)(?: on)? {target}', example: 'Double-click "Name"' },
    {
      does: 'click',
      pattern: `(?:click(?: on)?|tap(?: on)?) {target} (?:in|inside|within|under|of) {within}${PLACE}`,
      example: 'Click "OK" in "Confirm"',
    },
    {
      does: 'click',
      pattern: `(?:in|inside|within|under) {within}${PLACE},? (?:click(?: on)?|tap(?: on)?) {target}`,
      example: 'In "Confirm" click "OK"',
    },
    { does: 'click', pattern: '(?:click(?: on)?|tap(?: on)?) {target}', example: 'Click "Next"' },
    { does: 'check', pattern: '(?:check|tick|turn on|switch on) {target}', example: 'Check "Record"' },
  ],
  expectations: [
    {
      is: 'url',
      pattern: '(?:the )?(?:url|address) (?:contains|has|to contain) {value}',
      example: 'the URL contains "/done"',
    },
    {
      is: 'no-text',
      pattern: "(?:the )?page (?:does not|doesn[’']t) (?:contain|show|have) {value}",
      example: 'the page does not contain "Error"',
    },
    {
      is: 'text',
      pattern: '(?:the )?page (?:contains|shows|has|to contain|to show) {value}',
      example: 'the page contains "Created"',
    },
    {
      is: 'unchecked',
      pattern: '{target} is (?:unchecked|not checked|off)',
      example: '"Record" is unchecked',
    },
    { is: 'checked', pattern: '{target} is (?:checked|on)', example: '"Record" is checked' },
    { is: 'disabled', pattern: '{target} is (?:disabled|not enabled)', example: '"Send" is disabled' },
    { is: 'enabled', pattern: '{target} is enabled', example: '"Send" is enabled' },
    {
      is: 'hidden',
      pattern: '{target} (?:is (?:hidden|gone|not visible)|disappears|to disappear)',
      example: '"Loading" is hidden',
    },
    {
      is: 'visible',
      pattern: '{target} (?:is (?:visible|shown)|appears|to appear)',
      example: '"Result" is visible',
    },
    {
      is: 'field',
      pattern: '{target} (?:equals|is|has the value|contains) {value}',
      example: '"Title" equals "Launch"',
    },
  ],
  kinds: [
    ['radio button', 'radio'],
    ['menu item', 'menu-item'],
    ['text field', 'field'],
    ['text box', 'field'],
    ['dropdown', 'list'],
    ['checkbox', 'checkbox'],
    ['button', 'button'],
    ['switch', 'switch'],
    ['option', 'option'],
    ['field', 'field'],
    ['image', 'image'],
    ['radio', 'radio'],
    ['link', 'link'],
    ['list', 'list'],
    ['tab', 'tab'],
  ],
};
