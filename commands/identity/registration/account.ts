import { randomUUID } from 'node:crypto'
import { decide } from '../../../domain/decide.ts'
import { readInput } from '../../../domain/read-input.ts'
import { type Actor, type DecidedEvent, type JsonObject, streamOf } from '../../../domain/event.ts'
import { type FieldProblem, Rejected, taken } from '../../../domain/rejected.ts'
import { evolve, initialState } from '../../../domain/evolve.ts'
import { user } from '../../../domain/resources/user.ts'
import { ClaimTaken } from '../../../event-store/port.ts'
import { claimOf, conditionsBetween } from '../../claims.ts'
import { checkIdentifiers } from '../../identifiers.ts'
import type { Ids } from '../../ids.ts'
import { unbegun } from '../../record.ts'
import type { SignInDependencies } from '../sign-in/dependencies.ts'

export type AccountDependencies = Pick<SignInDependencies, 'log' | 'now'> & { ids: Ids; claimKey: Uint8Array }

export type NewAccount = {
  userName: string
  email: string
  firstName: string
  lastName: string
  phone?: string
  role?: number | null
}

/** The events that make a user, and the record after them. */
const beginning = (id: number, values: JsonObject, isActive: boolean, at: string, actor: Actor) => {
  const stream = streamOf(user.name, id)
  const events: DecidedEvent[] = []
  let state = initialState(user, id)
  for (const command of [{ verb: 'create', values }, ...(isActive ? [] : [{ verb: 'deactivate' }])])
    for (const event of decide(user, state, command, { now: at, actor })) {
      state = evolve(user, state, { ...event, stream, revision: events.length, at, actor })
      events.push(event)
    }
  return { events, state }
}

/** Makes accounts for registration and the command line, in one append: a pending account is never active, not for a moment. */
export const accounts = ({ log, now, ids, claimKey }: AccountDependencies) => {
  const append = async (id: number, values: JsonObject, isActive: boolean, actor: Actor): Promise<bigint> => {
    const at = now().toISOString()
    const { events, state } = beginning(id, values, isActive, at, actor)
    const { head, state: before } = unbegun(user, id)
    const commandId = randomUUID()
    const origin = { commandId, now: at, actor, correlationId: commandId }
    return (await log.append(head, events, origin, conditionsBetween(claimKey, user, before, state))).position
  }

  // Every one, not only the first that the log came upon.
  const problemsOfTaken = async (values: JsonObject): Promise<FieldProblem[]> => {
    const problems: FieldProblem[] = []
    for (const name of user.unique) {
      const value = values[name]
      if (typeof value !== 'string') continue
      const holder = await log.store.holder(claimOf(claimKey, `${user.name}.${name}`, value))
      if (holder !== null) problems.push(taken(name, user.fields[name]?.label ?? name))
    }
    return problems
  }

  /** What is said of an account, as an edit would read it. @throws Rejected validation */
  const checkAccount = (account: NewAccount): JsonObject => {
    const { lastName, phone, role: roleId, ...required } = account
    const sent = {
      ...required,
      ...(lastName ? { lastName } : {}),
      ...(phone ? { phone } : {}),
      ...(roleId ? { role: roleId } : {}),
    }
    const values = readInput(user, 'edit', sent)
    checkIdentifiers(user, initialState(user, 0), values)
    return values
  }

  /** A user, checked as an edit would be. @throws Rejected validation, taken (problems name userName, email or both) */
  const createUser = async (
    account: NewAccount,
    isActive: boolean,
    actor: Actor,
  ): Promise<{ id: number; position: bigint }> => {
    const values = checkAccount(account)
    const id = await ids.next(user)
    try {
      return { id, position: await append(id, values, isActive, actor) }
    } catch (error) {
      if (!(error instanceof ClaimTaken)) throw error
      const problems = await problemsOfTaken(values)
      const { id: message = error.message, values: named = {} } = problems[0] ?? {}
      throw new Rejected(message, 'taken', { values: named, problems })
    }
  }

  return { createUser, checkAccount }
}
