import { useState } from 'react'
import { ApiError } from '../api/error.ts'
import { begunOf, type Errand, forgetBegun, keepBegun } from '../auth/begun.ts'
import type { Challenge } from '../auth/calls.ts'
import { CodeForm } from '../auth/code-form.tsx'
import { t } from '../i18n.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { AddressForm, type Asked } from './address-form.tsx'
import { finishEmailChange } from './calls.ts'

// Somebody else took the address between the two steps.
const refusedAddress = (error: unknown): string | null => {
  const problem = error instanceof ApiError ? error.errors.find(({ property }) => property === 'email') : undefined
  return problem && error instanceof ApiError ? (Object.values(problem.constraints)[0] ?? error.message) : null
}

/** Another e-mail address in two steps: address and password, then the code that went to the address (A14). The second is there again after a reload. */
export const EmailDialog = ({
  email,
  errand,
  onDone,
  onClose,
}: {
  email: string
  errand: Errand
  onDone: (message: string) => void
  onClose: () => void
}) => {
  const [asked, setAsked] = useState<Asked>(() => ({ email: begunOf(errand).name, password: '' }))
  const [challenge, setChallenge] = useState<Challenge | null>(() => begunOf(errand).challenge)
  const [refusal, setRefusal] = useState<string | null>(null)
  const goBack = () => {
    forgetBegun()
    setChallenge(null)
  }
  const verify = async (data: string, code: string) => {
    try {
      onDone(await finishEmailChange(data, code))
    } catch (error) {
      const refused = refusedAddress(error)
      if (refused === null) throw error
      setRefusal(refused)
      goBack()
    }
  }
  return (
    <Dialog title={t('Change e-mail')} onClose={onClose}>
      {challenge === null ? (
        <AddressForm
          current={email}
          asked={asked}
          refusal={refusal}
          onClose={onClose}
          onSent={(sent, opened) => {
            setAsked(sent)
            setRefusal(null)
            keepBegun(errand, { name: sent.email, challenge: opened })
            setChallenge(opened)
          }}
        />
      ) : (
        <CodeForm
          challenge={{ ...challenge, email: asked.email }}
          verify={verify}
          leave={{ label: t('Back'), act: goBack }}
        />
      )}
    </Dialog>
  )
}
