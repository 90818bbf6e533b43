const expressions = new Map<string, RegExp>();

/** A regular expression of a lexicon, kept for the next sentence. A space is any white space; case does not count. */
export function expressionOf(source: string): RegExp {
  let expression = expressions.get(source);
  if (expression === undefined) {
    expression = new RegExp(source.replaceAll(' ', String.raw`\s+`), 'isu');
    expressions.set(source, expression);
  }
  return expression;
}
