//! Synthesized sounds and vibration. They add nothing that is not also shown.

use std::cell::{Cell, RefCell};

use web_sys::{AudioContext, BiquadFilterType, OscillatorType};

use crate::app::app;
use crate::at::Animation;
use crate::browser::{after, is_hidden, window};

/// The sounds of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    /// A card is played.
    Card,
    /// A card is drawn.
    Draw,
    /// A card turns over.
    Turn,
    /// A victory token.
    Coin,
    /// A penalty token.
    Crack,
    /// A Trap triggers.
    Snap,
    /// A call.
    Shout,
    /// The own turn begins.
    Turned,
    /// The game is won.
    Win,
}

/// Creating an audio context takes a browser long, so it waits until the effect of the first tap is painted.
const START_DELAY_MS: u32 = 80;

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
    static HAD_GESTURE: Cell<bool> = const { Cell::new(false) };
}

/// Starts audio. Called from user gestures: browsers allow sound only after one.
pub(crate) fn wake() {
    HAD_GESTURE.set(true);
    if CONTEXT.with_borrow(Option::is_some) {
        resume();
    } else if app().prefs.with_untracked(|prefs| prefs.sound) {
        after(START_DELAY_MS, || {
            CONTEXT.with_borrow_mut(|context| {
                if context.is_none() {
                    *context = AudioContext::new().ok();
                }
            });
            resume();
        });
    }
}

fn resume() {
    CONTEXT.with_borrow(|context| context.as_ref().map(AudioContext::resume));
}

/// A burst of filtered noise, for paper and wood.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "rounding does not matter in noise")]
fn noise(context: &AudioContext, at: f64, length: f64, pitch: f32, loud: f32) -> Option<()> {
    let rate = context.sample_rate();
    let frames = (length * f64::from(rate)) as u32;
    let buffer = context.create_buffer(1, frames.max(1), rate).ok()?;
    let mut seed = 0x1717_1717_u32;
    let samples: Vec<f32> = (0..frames)
        .map(|frame| {
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            let left = 1.0 - frame as f32 / frames as f32;
            (seed as f32 / u32::MAX as f32 * 2.0 - 1.0) * left * left
        })
        .collect();
    buffer.copy_to_channel(&samples, 0).ok()?;
    let source = context.create_buffer_source().ok()?;
    source.set_buffer(Some(&buffer));
    let filter = context.create_biquad_filter().ok()?;
    filter.set_type(BiquadFilterType::Bandpass);
    filter.frequency().set_value(pitch);
    let gain = context.create_gain().ok()?;
    gain.gain().set_value(loud);
    source.connect_with_audio_node(&filter).ok()?;
    filter.connect_with_audio_node(&gain).ok()?;
    gain.connect_with_audio_node(&context.destination()).ok()?;
    source.start_with_when(context.current_time() + at).ok()
}

/// A tone that glides in pitch and fades out.
fn tone(
    context: &AudioContext,
    shape: OscillatorType,
    at: f64,
    length: f64,
    pitch: (f32, f32),
    loud: f32,
) -> Option<()> {
    let start = context.current_time() + at;
    let oscillator = context.create_oscillator().ok()?;
    oscillator.set_type(shape);
    oscillator.frequency().set_value_at_time(pitch.0, start).ok()?;
    oscillator.frequency().exponential_ramp_to_value_at_time(pitch.1, start + length).ok()?;
    let gain = context.create_gain().ok()?;
    gain.gain().set_value_at_time(0.0001, start).ok()?;
    gain.gain().exponential_ramp_to_value_at_time(loud, start + length * 0.1).ok()?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, start + length).ok()?;
    oscillator.connect_with_audio_node(&gain).ok()?;
    gain.connect_with_audio_node(&context.destination()).ok()?;
    oscillator.start_with_when(start).ok()?;
    oscillator.stop_with_when(start + length).ok()
}

/// Plays a sound for a fact that has no animation, if the viewer has reason to listen.
pub(crate) fn heard(is_for_viewer: bool, sound: Sound) -> Option<Animation> {
    if is_for_viewer {
        play(sound);
    }
    None
}

/// Plays a sound, and vibrates for the important ones.
pub(crate) fn play(sound: Sound) {
    let (has_sound, has_vibration) = app().prefs.with_untracked(|prefs| (prefs.sound, prefs.vibrate));
    if is_hidden() {
        return;
    }
    if has_vibration {
        let ms = match sound {
            Sound::Shout => 120,
            Sound::Turned => 40,
            Sound::Snap | Sound::Crack => 60,
            Sound::Card | Sound::Draw | Sound::Turn | Sound::Coin | Sound::Win => 0,
        };
        // Before a user gesture a browser refuses, with a warning in the console.
        if ms > 0 && HAD_GESTURE.get() {
            let _ = window().navigator().vibrate_with_duration(ms);
        }
    }
    if has_sound {
        CONTEXT.with_borrow(|context| context.as_ref().and_then(|context| synthesize(context, sound)));
    }
}

fn synthesize(context: &AudioContext, sound: Sound) -> Option<()> {
    let sine = OscillatorType::Sine;
    match sound {
        Sound::Card => {
            noise(context, 0.0, 0.07, 1400.0, 0.5)?;
            noise(context, 0.02, 0.06, 300.0, 0.6)
        }
        Sound::Draw => noise(context, 0.0, 0.09, 3200.0, 0.22),
        Sound::Turn => noise(context, 0.0, 0.05, 2200.0, 0.35),
        Sound::Coin => {
            tone(context, sine, 0.0, 0.25, (1900.0, 1850.0), 0.12)?;
            tone(context, sine, 0.03, 0.35, (2840.0, 2800.0), 0.07)
        }
        Sound::Crack => {
            noise(context, 0.0, 0.05, 900.0, 0.6)?;
            tone(context, OscillatorType::Triangle, 0.01, 0.22, (420.0, 150.0), 0.15)
        }
        Sound::Snap => {
            noise(context, 0.0, 0.04, 2600.0, 0.9)?;
            noise(context, 0.05, 0.05, 700.0, 0.8)
        }
        Sound::Shout => {
            tone(context, OscillatorType::Sawtooth, 0.0, 0.16, (330.0, 460.0), 0.12)?;
            tone(context, OscillatorType::Sawtooth, 0.17, 0.3, (500.0, 390.0), 0.16)
        }
        Sound::Turned => tone(context, sine, 0.0, 0.18, (660.0, 700.0), 0.08),
        Sound::Win => {
            for (at, pitch) in [(0.0, 523.0), (0.12, 659.0), (0.24, 784.0), (0.36, 1046.0)] {
                tone(context, OscillatorType::Triangle, at, 0.3, (pitch, pitch), 0.12)?;
            }
            Some(())
        }
    }
}
