// The words of choosing a password, on the sign-up forms and in the account.

export const newPassword = 'New password';
export const theSameAgain = 'The same again';
export const atLeast = 'At least 10 characters';
export const differ = 'The two passwords differ: type the same one twice.';
