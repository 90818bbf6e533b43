/** What other browser tools call what ours do, so that whoever asks for one is told the name here. */
const NAMES: Readonly<Record<string, string>> = {
  browser_navigate_back: 'browser_back',
  browser_navigate_forward: 'browser_navigate with the url "forward"',
  browser_reload: 'browser_navigate with the url "reload"',
  browser_evaluate: 'browser_script, of the group script',
  browser_run_code_unsafe: 'browser_script, of the group script',
  browser_fill_form: 'browser_batch, with a step of type, select or check for each field',
  browser_fill: 'browser_type',
  browser_press_key: 'browser_press',
  browser_select_option: 'browser_select',
  browser_file_upload: 'browser_upload',
  browser_handle_dialog: 'browser_dialog',
  browser_wait_for: 'browser_wait',
  browser_take_screenshot: 'browser_screenshot',
  browser_console_messages: 'browser_console, of the group console',
  browser_network_requests: 'browser_network, of the group network',
  browser_close: 'browser_tabs with the action "close"',
  browser_pdf_save: 'browser_pdf, of the group pdf',
  browser_mouse_click_xy: 'browser_pointer, of the group vision',
};

/** The tool that does what another product's tool of this name does, in words; nothing for any other name. */
export function knownElsewhere(name: string): string | undefined {
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}
