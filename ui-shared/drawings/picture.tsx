import { AtriumDrawing, hueOf } from './atrium-drawing.tsx'

/** The picture of a record, or a drawing with `words` over it; without alternative text, since the text beside it says the same. */
export const Picture = ({
  id,
  source,
  words,
  className,
  depth = 8,
  isFirst = false,
}: {
  id: number
  source: string | null
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
