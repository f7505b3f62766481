import type * as z from 'zod/mini'
import type { paths } from './paths.d.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Reads an answer into a type; every zod schema is one. */
export type Reader<T> = { parse(body: unknown): T }

/** The addresses that a template such as `/api/job/{id}` stands for. */
type Filled<Template extends string> = Template extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${Filled<End>}`
  : Template

type Known<M extends Method> = { [P in keyof paths]: M extends keyof paths[P] ? P : never }[keyof paths]

/** The call of the OpenAPI document at a path; never for calls of any resource, whose names are not known here. */
type CallAt<M extends Method, Path extends string> =
  `/api${Path}` extends Known<M>
    ? paths[`/api${Path}`][M & keyof paths[`/api${Path}`]]
    : Path extends string
      ? {
          [P in Known<M>]: `/api${Path}` extends Filled<P> ? (M extends keyof paths[P] ? paths[P][M] : never) : never
        }[Known<M>]
      : never

type AnswerOf<Call> = Call extends { responses: infer Responses }
  ? Responses[keyof Responses] extends { content: { 'application/json': infer Answer } }
    ? Answer
    : unknown
  : unknown
type BodyOf<Call> = Call extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : unknown
type QueryOf<Call> = Call extends { parameters: { query?: infer Query } } ? Query : unknown

// Paths below these are all in the document.
type Documented =
  | `/auth/${string}`
  | '/me'
  | `/me/${string}`
  | '/job'
  | `/job/${string}`
  | '/checkpoint'
  | `/checkpoint/${string}`
  | '/evidence'
  | `/evidence/${string}`

/** A path of the document, or one of a resource. */
export type Address<M extends Method, Path extends string> = [CallAt<M, Path>] extends [never]
  ? Path extends Documented
    ? never
    : Path
  : Path

/** What a call is sent besides its path. */
export type Sent<M extends Method, Path extends string> = [CallAt<M, Path>] extends [never]
  ? unknown
  : { query?: { [Name in keyof QueryOf<CallAt<M, Path>>]?: Query[string] }; body?: BodyOf<CallAt<M, Path>> | FormData }

/** A schema that takes what the document says the server answers. */
export type Reads<Schema, M extends Method, Path extends string> = [CallAt<M, Path>] extends [never]
  ? Schema
  : Schema extends z.ZodMiniType
    ? AnswerOf<CallAt<M, Path>> extends z.input<Schema>
      ? Schema
      : { readonly answered: AnswerOf<CallAt<M, Path>> }
    : Schema
