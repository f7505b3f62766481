/** Words that would collide with a route of the portal or the API (D3). */
export const reservedSlugs: ReadonlySet<string> = new Set(
  (
    'post gallery jobs employee request profile document auth change logout error dashboard api assets gallery_index job_index bulk ' +
    'by_title by_division by_department set_featured create files health metrics iso_center favicon.ico robots.txt matching trash'
  ).split(' '),
)

/** Letters and digits of any script, lower case, joined by dashes; at most 120 characters. May be empty (X23). */
export const slugify = (text: string): string => {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...words.join('-')].slice(0, 120).join('').replace(/-+$/u, '')
}

/** The slugs to try, best first: the title's own, `-2`, `-3` …, at last one that ends in the id (`post-42` for no letters). None is reserved (X6, D3). */
export const slugCandidates = (
  title: string,
  resource: string,
  id: number,
  reserved: ReadonlySet<string> = reservedSlugs,
  count = 40,
): string[] => {
  const base = slugify(title)
  if (!/\p{L}/u.test(base)) return [`${resource}-${id}`, `${resource}-${id}-2`]
  const numbered = Array.from({ length: count }, (_, index) => `${base}-${index + 2}`)
  const last = `${base}-${id}x`
  return reserved.has(base) ? [...numbered, last] : [base, ...numbered, last]
}
