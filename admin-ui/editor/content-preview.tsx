import { useEffect, useState } from 'react'
import { safeFragment } from '../../ui-shared/safe-html.tsx'
import { currentTheme, type Theme } from '../../ui-shared/theme.ts'
import { tameHtml } from './clean.ts'
import './preview.css'
import { inertBox } from './pieces.ts'
import { previewDocument } from './preview-document.ts'
import { embedPictures } from './preview-pictures.ts'

const nonceOfPage = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

const useTheme = (): Theme => {
  const [theme, setTheme] = useState(currentTheme)
  useEffect(() => {
    const watch = new MutationObserver(() => setTheme(currentTheme()))
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => watch.disconnect()
  }, [])
  return theme
}

const htmlOf = (root: DocumentFragment): string => inertBox([root]).innerHTML

// Nothing is shown until the pictures are there, so that the text does not jump.
const useDrawn = (content: string): string | null => {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const root = safeFragment(tameHtml(content))
    void embedPictures(root).then(() => {
      if (isCurrent) setHtml(htmlOf(root))
    })
    return () => {
      isCurrent = false
    }
  }, [content])
  return html
}

/**
 * How the portal will show a text, in a sandboxed frame that can run nothing and ask nobody. `title` names the frame for
 * screen readers, `heading` is that of the text. The author's CSS acts inside of the frame only.
 */
export const ContentPreview = ({
  content,
  css,
  title,
  heading,
}: {
  content: string
  css: string
  title: string
  heading?: string
}) => {
  const theme = useTheme()
  const html = useDrawn(content)
  if (html === null) return <div className="preview-frame" aria-busy="true" />
  const frame = previewDocument({ html, css, title, heading, nonce: nonceOfPage(), theme })
  return <iframe className="preview-frame" title={title} sandbox="" srcDoc={frame} />
}
