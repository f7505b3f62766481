import {
  createElement,
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { EditorHelp } from '../../editor/editor-help.tsx'
import { asText } from '../fields/field-values.ts'
import { frameOf, type WidgetProps } from '../fields/widget-props.ts'
import { handOn, type Handed } from './handed.ts'

const silent = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'select', 'title'])
const kept = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code b strong i em u s del ins sub sup a mark figure figcaption table thead tbody tr th td div'.split(
    ' ',
  ),
)

const picture = (image: Element, key: number): ReactNode => {
  const [source, alt] = [image.getAttribute('src') ?? '', image.getAttribute('alt') ?? '']
  // Other hosts learn nothing about who reads.
  if (!/^\/(?![/\\])/.test(source)) return alt
  const size = /\bpicture-(?:small|medium)\b/.exec(image.className)?.[0]
  const [width, height] = [image.getAttribute('width') ?? undefined, image.getAttribute('height') ?? undefined]
  return <img key={key} className={size} src={source} {...{ alt, width, height }} />
}

const drawn = (node: Node, key: number): ReactNode => {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || silent.has(node.localName)) return null
  if (node.localName === 'img') return picture(node, key)
  if (node.localName === 'br' || node.localName === 'hr') return createElement(node.localName, { key })
  const inside = [...node.childNodes].map(drawn)
  return kept.has(node.localName) ? (
    createElement(node.localName, { key }, inside)
  ) : (
    <Fragment key={key}>{inside}</Fragment>
  )
}

// Browsers report a handler as soon as it is parsed, although nothing in a template runs or loads.
const handler = /(?<=[\s"'/])on(?=[a-z]+\s*=)/gi

/** Elements without any attribute of the HTML but the sizes and own addresses of pictures: nothing of it acts in the page. */
const elementsOf = (html: string): ReactNode[] => {
  const template = document.createElement('template')
  template.innerHTML = html.replace(handler, 'data-$&')
  return [...template.content.childNodes].map(drawn)
}

const typedOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, typed: string): string | null => {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Backspace') return typed.slice(0, -1)
  if (key === 'Enter') return `${typed}\n`
  return [...key].length === 1 ? typed + key : null
}

/** A text while its editor is on its way, to be read in the very place; whoever begins to write goes on in the editor. */
export const EarlyText = (props: WidgetProps) => {
  const { path, isDisabled } = props
  const box = useRef<HTMLDivElement>(null)
  const [handed] = useState<Handed>(() => ({ hasFocus: false, point: null, typed: '' }))
  useLayoutEffect(() => {
    const { current: element } = box
    return () => {
      if (!isDisabled) handOn(path, { ...handed, hasFocus: element === document.activeElement })
    }
  }, [path, isDisabled, handed])
  const type = (event: KeyboardEvent) => {
    const typed = typedOf(event, handed.typed)
    if (typed === null) return
    event.preventDefault()
    handed.typed = typed
  }
  const press = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const text = currentTarget.firstElementChild ?? currentTarget
    const { left } = text.getBoundingClientRect()
    const { top } = (text.firstElementChild ?? text).getBoundingClientRect()
    handed.point = { left: clientX - left, top: clientY - top }
  }
  return (
    <Field {...frameOf(props)} isGroup>
      {() => (
        <div className="editor-wait" ref={box} tabIndex={0} aria-busy="true" onKeyDown={type} onPointerDown={press}>
          <div>{elementsOf(asText(props.value))}</div>
          <EditorHelp />
        </div>
      )}
    </Field>
  )
}
