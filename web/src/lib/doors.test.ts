import { describe, expect, it } from 'vitest';
import { type Filled, fieldOf } from './doors.ts';

const at = (code: string, filled: Filled): string | undefined => fieldOf({ code, why: 'it is not so' }, filled);

describe('where the refusal of a sign-in or sign-up is shown', () => {
  const form = { login: 'ann', name: '', player: '' };

  it('is shown at the field that it is about', () => {
    expect(at('password_unfit', form)).toBe('password');
    expect(at('login_unfit', form)).toBe('login');
    expect(at('login_taken', form)).toBe('login');
    expect(at('name_unfit', { ...form, name: '1' })).toBe('name');
    expect(at('name_taken', { ...form, name: 'Ben' })).toBe('name');
    expect(at('password_unfit', {})).toBe('password');
  });

  it('is shown at the sign-in name, where that is also the name that others see', () => {
    for (const code of ['name_unfit', 'name_taken', 'name_reserved']) expect(at(code, form)).toBe('login');
    expect(at('name_reserved', { ...form, login: 'house', name: 'House' })).toBe('login');
  });

  it('is shown above the form where it may be about either of two fields, or about none', () => {
    expect(at('name_reserved', { ...form, name: 'House' })).toBeUndefined();
    expect(at('login_taken', { ...form, player: 'ann-plays' })).toBeUndefined();
    expect(at('no_such_link', form)).toBeUndefined();
    expect(at('wrong_credentials', form)).toBeUndefined();
  });

  it('is shown at the current password, or at the code, where the form has one', () => {
    expect(at('wrong_credentials', { old: 'x' })).toBe('old');
    expect(at('second_factor', { login: 'ann', code: '123' })).toBe('code');
  });
});
