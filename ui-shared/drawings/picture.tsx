import type { CSSProperties } from 'react'
import { AtriumDrawing, hueOf } from './atrium-drawing.tsx'

/** The style of a picture that is cropped around its focal point: `30 70`, in percent from its left and top. */
export const focusStyle = (focus: string | null | undefined): CSSProperties | undefined =>
  focus ? { objectPosition: focus.replace(/\d+/g, '$&%') } : undefined

/** The picture of a record, or a drawing with `words` over it; without alternative text, since the text beside it says the same. */
export const Picture = ({
  id,
  source,
  focus,
  words,
  className,
  depth = 8,
  isFirst = false,
}: {
  id: number
  source: string | null
  focus?: string | null | undefined
  className: string
  words?: string | undefined
  depth?: number
  isFirst?: boolean
}) =>
  source ? (
    <div className={className}>
      <img
        src={source}
        alt=""
        style={focusStyle(focus)}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </div>
  ) : (
    <div className={className} style={{ background: hueOf(id) }}>
      <AtriumDrawing seed={id} depth={depth} opacity={0.4} />
      {words && <span aria-hidden="true">{words}</span>}
    </div>
  )
