import { isNamedPersonally } from '../../domain/people/personal.ts'
import { fieldsWithin, isByAction, isFile } from '../../domain/fields/walk.ts'
import type { Resource } from '../../domain/resource.ts'

type Words = Readonly<Record<string, string>>

/** What every resource with an area of its own offers: `...standard('partner')`. */
export const standard = (name: string): Record<string, string> => ({
  [`GET /${name}`]: `r-${name} r-audit`,
  [`GET /${name}/:key`]: `r-${name} r-audit`,
  [`GET /${name}/:id/history`]: `r-${name} r-audit`,
  [`GET /${name}/:id/history/:version`]: `r-${name} r-audit`,
  [`GET /${name}/:id/revert`]: `u-${name} d-${name} +r-${name}`,
  [`POST /${name}/:id/revert`]: `u-${name} d-${name}`,
  [`POST /${name}`]: `c-${name}`,
  [`PUT /${name}/:key`]: `u-${name}`,
  [`POST /${name}/:ids/activate`]: `u-${name}`,
  [`POST /${name}/:ids/deactivate`]: `u-${name}`,
  [`POST /${name}/:ids/restore`]: `d-${name}`,
  [`DELETE /${name}/:ids`]: `d-${name}`,
  [`POST /${name}/matching/edit`]: `u-${name} +r-${name}`,
  [`POST /${name}/matching/activate`]: `u-${name} +r-${name}`,
  [`POST /${name}/matching/deactivate`]: `u-${name} +r-${name}`,
  [`POST /${name}/matching/delete`]: `d-${name} +r-${name}`,
  [`POST /${name}/matching/restore`]: `d-${name} +r-${name}`,
})

const inPortal = 'r-homepage employees'

/** The resources that records of one point at, by the names of the fields. */
const pointed = ({ fields }: Resource): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) =>
    fieldsWithin(field).flatMap((part) => (part.references && !isFile(part) ? [[name, part.references]] : [])),
  )

const ofPortal = ({ name, portal }: Resource): Words => {
  if (!portal) return {}
  const readers = `r-${name} ${inPortal}`
  const lookers = `r-${name} r-audit ${inPortal}`
  const call = portal.call === undefined ? {} : { [`GET /utility/${portal.call}`]: readers }
  return { [`GET /${name}`]: lookers, [`GET /${name}/:key`]: lookers, ...call }
}

const ofSheets = ({ name, sheets }: Resource): Words => {
  if (!sheets) return {}
  const imports = `c-${name} u-${name}`
  const [sample, upload] = [`GET /${name}/bulk/sample/:mode`, `POST /${name}/bulk`]
  return {
    [`GET /${name}/bulk`]: `r-${name} u-${name}`,
    ...(sheets.modes ? { [sample]: imports, [upload]: imports } : {}),
  }
}

const ofVerbs = ({ name, verbs }: Resource): Words =>
  Object.assign(
    {},
    ...Object.entries(verbs).map(([verb, { action }]) => ({
      [`POST /${name}/:ids/${verb}`]: `${action}-${name}`,
      [`POST /${name}/matching/${verb}`]: `${action}-${name} +r-${name}`,
    })),
  )

const ofFields = (resource: Resource): Words => {
  const { name, fields, order } = resource
  const isStyled = Object.values(fields).some(({ kind }) => kind === 'css')
  const isPointedAt = pointed(resource).some(([, to]) => to === name)
  return {
    ...(Object.values(fields).some(isByAction)
      ? {
          [`PUT /${name}/:key`]: `u-${name} c-${name} d-${name}`,
          [`GET /${name}/:id/revert`]: `u-${name} c-${name} d-${name} +r-${name}`,
          [`POST /${name}/:id/revert`]: `u-${name} c-${name} d-${name}`,
        }
      : {}),
    ...(order === undefined ? {} : { [`POST /${name}/:id/reorder`]: `u-${name}` }),
    ...(isStyled ? { [`GET /${name}/:key/style.css`]: `r-${name}${resource.portal ? ` ${inPortal}` : ''}` } : {}),
    ...(isPointedAt ? { [`POST /${name}/:id/move`]: `u-${name} d-${name}` } : {}),
  }
}

/** What follows from the declaration of a resource with an area of its own, and nothing else. */
export const usual = (resource: Resource): Words => ({
  ...standard(resource.name),
  ...ofFields(resource),
  ...ofVerbs(resource),
  ...ofPortal(resource),
  ...ofSheets(resource),
})

/** What a resource adds to calls of others: who chooses from what it points at, uploads for its texts and pictures, and previews these. */
const joins = (resource: Resource, resources: readonly Resource[]): Words => {
  const { name, fields, portal } = resource
  const writers = `c-${name} u-${name}`
  const kinds = Object.values(fields)
    .flatMap(fieldsWithin)
    .flatMap(({ kind }) => kind)
  const hasTexts = Object.values(fields).some(({ kind }) => kind === 'html')
  const uploads = kinds.some((kind) => kind === 'html' || kind === 'picture') ? writers : ''
  const choices = pointed(resource).flatMap(([field, to]) => {
    const target = resources.find((one) => one.name === to)
    if (!target) return []
    const isFilter = portal?.filters?.includes(field) ?? false
    const isShared = fields[field]?.kind === 'references' && fields[field].inverse !== undefined
    const inverse = isShared ? { [`PUT /${to}/:id/${name}/${field}`]: `u-${name}` } : {}
    return [
      {
        [`GET /utility/${target.options}`]: `r-${name} ${writers}${isNamedPersonally(target) ? '' : ' r-audit'}${isFilter ? ` ${inPortal}` : ''}`,
        [`POST /${to}/:id/move`]: `u-${to} d-${to}`,
        ...inverse,
      },
    ]
  })
  return {
    'POST /utility/uploadFiles': uploads,
    'GET /utility/getFiles': uploads,
    'POST /utility/preview': `${uploads}${hasTexts ? ` r-${name}` : ''}`,
    ...Object.assign({}, ...choices),
  }
}

/** The words of a matrix with those of further resources, each word once. */
export const widened = (byHand: Words, added: readonly Resource[], resources: readonly Resource[]): Words => {
  const all: Record<string, string> = { ...byHand }
  for (const resource of added)
    for (const part of [usual(resource), joins(resource, resources)])
      for (const [route, words] of Object.entries(part)) {
        const known = [all[route] ?? '', words].flatMap((some) => some.split(' ')).filter(Boolean)
        if (known.length > 0) all[route] = [...new Set(known)].join(' ')
      }
  return all
}
