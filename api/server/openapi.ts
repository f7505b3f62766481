import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isObject } from '../../domain/json.ts'
import { idsParams } from '../wire/wire.ts'

/** Which message a sentence is: its text with places such as `{label}`, and what goes there. */
const said = { id: z.string().optional(), values: z.record(z.string(), z.union([z.string(), z.number()])).optional() }

/** Every answer that is not a success (X3). */
const errorSchema = z.object({
  type: z.literal('error'),
  name: z.string(),
  status: z.literal('Validation').optional(),
  message: z.string(),
  ...said,
  errors: z
    .array(z.object({ property: z.string(), constraints: z.record(z.string(), z.string()), ...said }))
    .optional(),
  data: z.unknown().optional(),
  requestId: z.string().optional(),
})

const bodyTypes = ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded']

const other = { description: 'What is no JSON', content: { '*/*': { schema: z.string() } } }

const words = (text: string) => text.split(/[^a-zA-Z0-9]+/).filter(Boolean)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The name of a call for programs that are generated: `getPostByKey`. */
export const operationIdOf = (method: string, url: string): string =>
  method.toLowerCase() + documentedUrl(url).replaceAll('/:', '/by-').split('/').flatMap(words).map(capital).join('')

/** A route's address in the document, which takes addresses that differ in a parameter's name only for one address. */
export const documentedUrl = (url: string): string => url.replace(/\/:ids$/, '/:key')

// The handlers read bodies themselves and errors are made in one place, so both join the schemas only here.
const transform: typeof jsonSchemaTransform = (document) => {
  const { schema, route } = document
  if (!schema || schema.hide || !route.config?.audience) return jsonSchemaTransform(document)
  const { audience, sends } = route.config
  const response = isObject(schema.response) ? schema.response : { 200: other }
  const url = documentedUrl(document.url)
  return jsonSchemaTransform({
    ...document,
    url,
    schema: {
      ...schema,
      ...(url === document.url ? {} : { params: z.object({ key: idsParams.shape.ids }) }),
      ...(sends ? { body: sends, consumes: bodyTypes } : {}),
      ...(audience === 'anyone' ? { security: [] } : {}),
      response: { ...response, '4xx': errorSchema },
    },
  })
}

/** A choice of one schema becomes that schema: zod leaves one behind where the other side of a choice is a transform. */
const withoutLoneChoices = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutLoneChoices)
  if (!isObject(value)) return value
  const { anyOf, ...rest } = value
  const [only, ...others] = Array.isArray(anyOf) ? anyOf : []
  const plain = isObject(only) && others.length === 0 ? { ...rest, ...only } : value
  return Object.fromEntries(Object.entries(plain).map(([name, part]) => [name, withoutLoneChoices(part)]))
}

/** Makes the OpenAPI document from the routes' own schemas; call it before the routes are added. */
export const addOpenApi = async (app: FastifyInstance, publicUrl: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Atrium',
        version: '1',
        description: `The back office and the portal behind it. Writes take a form or JSON, \`If-Match\` with the version that was read, and an
\`Idempotency-Key\`; they answer a \`position\`, and a read that is sent it as \`X-Min-Position\` waits until it can show it. A read
that is sent \`X-Background\` does not count as use of the sign-in.`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'atrium' },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    transform,
    transformObject: (made) =>
      'openapiObject' in made ? Object.assign({}, withoutLoneChoices(made.openapiObject)) : {},
  })
}
