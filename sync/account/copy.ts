/**
 * Texts of accounts, sign-ups and passwords that the specification fixes, letter for letter. Of `profileMade` it fixes
 * what it says, and not the words (S2-2.34).
 */
export const ACCOUNT_COPY = {
  emailInUse: 'The email you entered is already in use. If you have an account, try signing in.',
  emailExists: 'An account with this email already exists',
  signupFailed: 'An error occurred during signup',
  wrongSignupCode: 'Invalid signup code',
  usernameTaken: 'This username is already taken',
  usernameHint: 'Must be lowercase letters and numbers only, max 15 characters.',
  checkConfirmation: 'Check your email for the confirmation link',
  checkMagicLink: 'Check your email for the magic link',
  checkReset: 'Check your email for the password reset link',
  passwordReset: 'Your password has been updated',
  passwordUpdated: 'Password updated successfully!',
  passwordsDiffer: 'New passwords do not match',
  wrongCurrentPassword: 'Current password is incorrect',
  passwordNotUpdated:
    'Failed to update password. Please ensure that your username and current password are correct.',
  profileMade: 'Your profile was created, and an activation email follows.',
  userUpdate: 'User update error',
} as const
