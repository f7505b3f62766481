import { slugCandidates } from '../../domain/slug.ts'

export type Kind = 'post' | 'category'
/** A record as the model knows it. `held` are the addresses that are its own now, of all in `slugs` that it ever had. */
type Known = {
  kind: Kind
  id: number
  status: 'active' | 'inactive' | 'deleted'
  restoresTo: 'active' | 'inactive'
  version: number
  name: string
  category: number | undefined
  isFeatured: boolean
  slugs: string[]
  held: string[]
}
export type Asked = { kind: Kind; verb: string; target: number; name?: string; slug?: string; category?: number }
export type Step = Omit<Asked, 'target'> & { id?: number }
export type Expected = 'changes' | 'nothing' | 'missing' | 'taken' | 'rule' | 'validation'

const nobody = 999_999
// The verbs that take an address; others refuse it.
const takingAddress = new Set(['create', 'edit', 'restore'])

const first = (title: string, { kind, id }: Pick<Known, 'kind' | 'id'>) => slugCandidates(title, kind, id)[0] ?? ''
// Now and then a record that never was.
const pick = (some: readonly Known[] = [], index = 0) =>
  index === 0 ? nobody : (some[index % some.length]?.id ?? nobody)
const current = ({ slugs }: Pick<Known, 'slugs'>) => slugs.at(-1) ?? ''
const isIn = (record: Known | undefined) => record !== undefined && record.status !== 'deleted'
const changesIf = (isSo: boolean): Expected => (isSo ? 'changes' : 'nothing')

/** A newsroom in one list: the rules written a second time, plainly and one after the other. `mark` keeps newsrooms apart. */
export const newsroom = (mark: string) => {
  const known: Known[] = []
  const find = (kind: Kind, id: number | undefined) => known.find((one) => one.kind === kind && one.id === id)
  const holder = (kind: Kind, slug: string) => known.find((one) => one.kind === kind && one.held.includes(slug))

  /** What is wished, said of a record that there is or of one that never was. */
  const aim = ({ target, ...wish }: Asked): Step => {
    const [categories, same] = (['category', wish.kind] as const).map((kind) =>
      known.filter((one) => one.kind === kind),
    )
    const { kind, verb, slug } = wish
    const isNew = verb === 'create'
    const name = wish.name ?? (isNew ? 'Nameless' : undefined)
    const isPointing = kind === 'post' && (isNew || wish.category !== undefined)
    return {
      kind,
      verb,
      ...(isNew ? {} : { id: pick(same, target) }),
      ...(slug === undefined || !takingAddress.has(verb) ? {} : { slug: `${slug}-${mark}` }),
      ...(name === undefined || !(isNew || verb === 'edit') ? {} : { name: `${name} ${mark}` }),
      ...(isPointing && (isNew || verb === 'edit') ? { category: pick(categories, wish.category) } : {}),
    }
  }

  // The first that no other has; its own may be it again.
  const chosen = (title: string, record: Known) =>
    slugCandidates(title, record.kind, record.id).find((slug) => (holder(record.kind, slug) ?? record) === record)
  const expectEdit = ({ name, slug, category }: Step, record: Known): Expected =>
    changesIf(
      (name !== undefined && name !== record.name) ||
        (category !== undefined && category !== record.category) ||
        (slug !== undefined && slug !== current(record) && chosen(slug, record) !== current(record)),
    )
  const expectDelete = (_step: Step, record: Known): Expected => {
    const isUsed = known.some((one) => one.kind === 'post' && isIn(one) && one.category === record.id)
    return record.kind === 'category' && isUsed ? 'rule' : 'changes'
  }
  const expectRestore = ({ slug = '' }: Step, record: Known): Expected => {
    if (record.kind === 'post' && !isIn(find('category', record.category))) return 'rule'
    const wanted = slug === '' || slug === current(record) ? current(record) : first(slug, record)
    return holder(record.kind, wanted) ? 'taken' : 'changes'
  }
  const rules: Readonly<Record<string, (step: Step, record: Known) => Expected>> = {
    edit: expectEdit,
    activate: (_step, { status }) => changesIf(status !== 'active'),
    deactivate: (_step, { status }) => changesIf(status !== 'inactive'),
    feature: (_step, { isFeatured }) => changesIf(!isFeatured),
    unfeature: (_step, { isFeatured }) => changesIf(isFeatured),
    delete: expectDelete,
    // It is there already, and an address that was chosen is not dropped without a word.
    restore: ({ slug = '' }, record) =>
      slug === '' || first(slug, record) === current(record) || slug === current(record) ? 'nothing' : 'rule',
  }

  /** What comes of a step. */
  const expected = (step: Step): Expected => {
    const record = find(step.kind, step.id)
    const isChosen = step.verb === 'create' || (step.verb === 'edit' && step.category !== record?.category)
    if (isChosen && step.category !== undefined && !isIn(find('category', step.category))) return 'validation'
    if (step.verb === 'create') return 'changes'
    if (!record) return 'missing'
    if (record.status !== 'deleted') return rules[step.verb]?.(step, record) ?? 'missing'
    if (step.verb === 'restore') return expectRestore(step, record)
    return step.verb === 'delete' ? 'nothing' : 'missing'
  }

  const addressed = (record: Known, slug: string) => {
    record.slugs = [...record.slugs.filter((one) => one !== slug), slug]
    record.held = [...new Set([...record.held, slug])]
  }
  const turns: Readonly<Record<string, (record: Known) => void>> = {
    activate: (record) => Object.assign(record, { status: 'active', restoresTo: 'active' }),
    deactivate: (record) => Object.assign(record, { status: 'inactive', restoresTo: 'inactive' }),
    feature: (record) => Object.assign(record, { isFeatured: true }),
    unfeature: (record) => Object.assign(record, { isFeatured: false }),
    delete: (record) => Object.assign(record, { status: 'deleted', held: [] }),
    restore: (record) => {
      record.held = record.slugs.filter((slug) => !holder(record.kind, slug))
      record.status = record.restoresTo
    },
  }

  /** Lets a step that changed something happen; `slug` and `version` are what the answer says. */
  const apply = (step: Step, id: number, slug: string, version: number) => {
    const { kind, name = '', category } = step
    const status = 'active' as const
    if (step.verb === 'create')
      known.push({
        kind,
        id,
        status,
        restoresTo: status,
        version,
        name,
        category,
        isFeatured: false,
        slugs: [],
        held: [],
      })
    const record = find(kind, id)
    if (!record) return
    Object.assign(record, { version, name: step.name ?? record.name, category: category ?? record.category })
    turns[step.verb]?.(record)
    if (slug !== current(record)) addressed(record, slug)
  }

  /** Every address that anybody ever had, and who has it now. */
  const addresses = () =>
    known.flatMap(({ kind, slugs }) => slugs.map((slug) => ({ kind, slug, id: holder(kind, slug)?.id ?? null })))

  return { known, aim, expected, apply, addresses }
}
