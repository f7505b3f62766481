/** Elements that the text editor knows as marks of a text. `span` and the like keep their attributes. */
export const plainMarks = 'span u sub sup mark small abbr cite q kbd samp var ins dfn time bdi'.split(' ')
export const markTags = new Set([...plainMarks, 'strong', 'b', 'em', 'i', 's', 'del', 'code', 'a'])
const leafTags = new Set(['br', 'img', 'hr'])
const space = /[ \t\r\n\f]+/g

type Run = { marks: string; text: string }
type Sketch = { lines: string[]; runs: Run[]; isCode: boolean }

const tagOf = (element: Element): string => {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
  return [element.localName, ...attributes.sort()].join(' ')
}

// Spaces at the ends of a line of text, around <br>, and between blocks mean nothing outside of <pre>.
const endLine = (sketch: Sketch): void => {
  const last = sketch.runs.at(-1)
  if (last && !sketch.isCode) last.text = last.text.replace(/ $/, '')
  for (const run of sketch.runs) if (run.text) sketch.lines.push(`${run.marks}|${run.text}`)
  sketch.runs = []
}

const addText = (sketch: Sketch, data: string, marks: readonly string[]): void => {
  const name = [...marks].sort().join('>')
  const last = sketch.runs.at(-1)
  let text = sketch.isCode ? data : data.replace(space, ' ')
  if (!sketch.isCode && (!last || last.text.endsWith(' '))) text = text.replace(/^ /, '')
  if (!text) return
  if (last?.marks === name) last.text += text
  else sketch.runs.push({ marks: name, text })
}

const addLeaf = (sketch: Sketch, element: Element, marks: readonly string[]): void => {
  const line = `${[...marks].sort().join('>')}|<${tagOf(element)}>`
  if (element.localName !== 'img') {
    endLine(sketch)
    sketch.lines.push(line)
    return
  }
  // A picture stands in its line like a word.
  sketch.runs.push({ marks: `${line} `, text: '\uFFFC' })
}

const addElement = (sketch: Sketch, element: Element, marks: readonly string[]): void => {
  if (leafTags.has(element.localName)) return addLeaf(sketch, element, marks)
  const isEmptyMark = markTags.has(element.localName) && !element.textContent && !element.querySelector('img, br')
  if (markTags.has(element.localName) && !isEmptyMark) return addAll(sketch, element, [...marks, tagOf(element)])
  endLine(sketch)
  sketch.lines.push(`<${tagOf(element)}>`)
  const inner: Sketch = { lines: sketch.lines, runs: [], isCode: sketch.isCode || element.localName === 'pre' }
  addAll(inner, element, [])
  endLine(inner)
  sketch.lines.push(`</${element.localName}>`)
}

const addAll = (sketch: Sketch, parent: Node, marks: readonly string[]): void => {
  for (const node of parent.childNodes) {
    if (node instanceof Text) addText(sketch, node.data, marks)
    else if (node instanceof Element) addElement(sketch, node, marks)
    else sketch.lines.push(`<!--${node.nodeValue}-->`)
  }
}

/** What HTML says, without what means nothing (spaces between blocks, order of attributes and nested marks). */
export const structureOf = (parent: Node): string => {
  const sketch: Sketch = { lines: [], runs: [], isCode: false }
  addAll(sketch, parent, [])
  endLine(sketch)
  return sketch.lines.join('\n')
}
