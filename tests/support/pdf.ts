/** A page of a PDF that is made here: its words, where a link on it leads, and its size in points. */
export type MadePage = { words: string; link?: string; toPage?: number; size?: [number, number] }

const linkOf = ({ link, toPage }: MadePage, pageAt: (number: number) => number): string => {
  const target = link === undefined ? `/Dest [${pageAt(toPage ?? 1)} 0 R /Fit]` : `/A << /S /URI /URI (${link}) >>`
  return `<< /Type /Annot /Subtype /Link /Rect [72 560 372 600] /Border [0 0 0] ${target} >>`
}

const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) >> /ID [(a) (a)]`

/**
 * A PDF of these pages, in a font that readers bring along; what it runs by itself, `script`, no reader should. One that is locked opens by
 * no password.
 */
export const madePdf = (
  pages: readonly MadePage[],
  { script, isLocked = false }: { script?: string; isLocked?: boolean } = {},
): Buffer => {
  const pageAt = (number: number) => 2 + 2 * number
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${script ? `/OpenAction << /S /JavaScript /JS (${script}) >>` : ''} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageAt(index + 1)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, index) => {
      const [width, height] = page.size ?? [612, 792]
      const drawn = `BT /F1 24 Tf 72 700 Td (${page.words}) Tj ET`
      const links = page.link !== undefined || page.toPage !== undefined ? `/Annots [${linkOf(page, pageAt)}]` : ''
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageAt(index + 1) + 1} 0 R ${links} >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.7\n'
  const places = all.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const trailer = `trailer << /Size ${all.length + 1} /Root 1 0 R ${isLocked ? lock : ''} >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${all.length + 1}\n0000000000 65535 f \n${places.join('')}${trailer}`, 'latin1')
}
