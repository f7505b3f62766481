import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadError } from '../../../ui-shared/states.tsx'
import { currentTheme, type Theme } from '../../../ui-shared/theme/theme.ts'
import { drawPreview, type PreviewHead, previewDocument } from './preview-document.tsx'
import './preview.css'

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

/** What the portal will show of a text, cleaned by the server, in a sandboxed frame that can run nothing and ask nobody. */
export const ContentPreview = ({
  content,
  css,
  title,
  head,
}: {
  content: string
  css: string
  title: string
  head?: PreviewHead
}) => {
  const theme = useTheme()
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', content, css, head],
    // Nothing is shown until the pictures are there, so that the text does not jump.
    queryFn: () => drawPreview({ content, css, head }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!data) return <div className="preview-frame" aria-busy="true" />
  const frame = previewDocument({ ...data, title, nonce: nonceOfPage(), theme })
  return <iframe className="preview-frame" title={title} sandbox="" srcDoc={frame} />
}
