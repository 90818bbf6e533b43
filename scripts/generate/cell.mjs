/** Text as a cell; what stands in code quotes is left alone. */
export function cell(text) {
  return text.replaceAll('|', '\\|').replace(/(`[^`]*`)|</g, (_, code) => code ?? '&lt;');
}
