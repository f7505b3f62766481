import { refusedDeclaration } from '../../domain/css-declaration.ts'

const removeRefused = (style: CSSStyleDeclaration): void => {
  // A copy: what is removed moves the others.
  const names = [...style]
  for (const name of names) {
    const value = style.getPropertyValue(name)
    // A shorthand with var() has empty parts; what the variable holds is looked at where it is set.
    if (value !== '' && refusedDeclaration(name, value) !== null) style.removeProperty(name)
  }
}

const isKept = (rule: CSSRule): boolean =>
  rule instanceof CSSStyleRule ||
  rule instanceof CSSMediaRule ||
  rule instanceof CSSSupportsRule ||
  rule instanceof CSSKeyframesRule ||
  rule instanceof CSSKeyframeRule

const tame = (owner: CSSStyleSheet | CSSGroupingRule | CSSKeyframesRule | CSSStyleRule): void => {
  for (let index = owner.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = owner.cssRules.item(index)
    if (rule === null) continue
    if (!isKept(rule) && 'deleteRule' in owner && !(owner instanceof CSSKeyframesRule)) owner.deleteRule(index)
    if (rule instanceof CSSStyleRule || rule instanceof CSSKeyframeRule) removeRefused(rule.style)
    if (rule instanceof CSSGroupingRule || rule instanceof CSSKeyframesRule || rule instanceof CSSStyleRule) tame(rule)
  }
}

/**
 * An author's CSS without what the server takes out as well, so that the preview asks nobody for anything. The browser parses
 * it, with every escape, into a sheet that belongs to no document; what is left is written anew.
 */
export const previewCss = (css: string): string => {
  const sheet = new CSSStyleSheet()
  // Imports are left out here by the standard.
  sheet.replaceSync(css)
  tame(sheet)
  const kept = [...sheet.cssRules].map((rule) => rule.cssText).join('\n')
  // A style element ends here even inside quotes.
  return kept.replaceAll('</', '<\\/')
}
