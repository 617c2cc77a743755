"""A tiny bot on discord.py that uses what a card game uses: the server is tried with it."""

import io
from typing import Any, Final

import discord
from discord import app_commands
from PIL import Image

NOBODY: Final = discord.AllowedMentions.none()
Press = discord.Interaction["Bot"]


def picture(shade: int) -> bytes:
    """A small PNG of one grey."""
    out = io.BytesIO()
    Image.new("L", (40, 20), shade).save(out, "PNG")
    return out.getvalue()


def file(shade: int, name: str = "table.png") -> discord.File:
    return discord.File(io.BytesIO(picture(shade)), name, description=f"shade {shade}")


class Words(app_commands.Translator):
    """Names of commands in Italian."""

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, _context: Any) -> str | None:
        translations = {"new": "nuova", "lay": "cala", "A new table": "Un nuovo tavolo"}
        return translations.get(string.message) if locale is discord.Locale.italian else None


class Form(discord.ui.Modal, title="Settings"):
    points: discord.ui.Label[Any] = discord.ui.Label(text="Points", component=discord.ui.TextInput(default="2005"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        field = self.points.component
        assert isinstance(field, discord.ui.TextInput)
        await interaction.response.send_message(f"{field.value} points", ephemeral=True)


class Hand(discord.ui.View):
    """The controls under a hand."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        custom_id="cards",
        placeholder="Cards",
        max_values=3,
        options=[discord.SelectOption(label=one, value=one.lower()) for one in ("5H", "6H", "7H", "KD")],
    )
    async def cards(self, interaction: discord.Interaction, select: discord.ui.Select["Hand"]) -> None:
        await interaction.response.edit_message(content=f"chosen {','.join(select.values)}")


class Table(discord.ui.View):
    """The public controls."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="My hand", custom_id="hand", style=discord.ButtonStyle.primary)
    async def hand(self, interaction: discord.Interaction, _button: discord.ui.Button["Table"]) -> None:
        await interaction.response.send_message(
            f"hand of {interaction.user.display_name}", view=Hand(), file=file(90, "hand.png"), ephemeral=True
        )

    @discord.ui.button(label="Turn", custom_id="turn")
    async def turn(self, interaction: discord.Interaction, _button: discord.ui.Button["Table"]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="turned", attachments=[file(200)])

    @discord.ui.button(label="Settings", custom_id="settings")
    async def settings(self, interaction: discord.Interaction, _button: discord.ui.Button["Table"]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Deal", custom_id="deal")
    async def deal(self, interaction: discord.Interaction, _button: discord.ui.Button["Table"]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await interaction.user.send("your hand", file=file(30, "hand.png"), view=Hand())
        except discord.Forbidden as refused:
            await interaction.followup.send(f"closed {refused.code}", ephemeral=True)
        else:
            await interaction.followup.send("sent")

    @discord.ui.button(label="Thread", custom_id="thread")
    async def thread(self, interaction: discord.Interaction, _button: discord.ui.Button["Table"]) -> None:
        await interaction.response.defer()
        assert interaction.message is not None
        thread = await interaction.message.create_thread(name="Table 1")
        await thread.send("here we play")


class Bot(discord.Client):
    """Commands are sent to the server at login."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=NOBODY, guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []

    async def setup_hook(self) -> None:
        await self.tree.set_translator(Words())
        fill(self.tree)
        self.add_view(Table())
        self.add_view(Hand())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """A second login need not wait five seconds here."""

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.events.append(f"removed {guild.name}")

    async def on_resumed(self) -> None:
        self.events.append("resumed")


def fill(tree: app_commands.CommandTree[Bot]) -> None:
    group = app_commands.Group(name="burraco", description="Burraco")

    @group.command(name=app_commands.locale_str("new"), description=app_commands.locale_str("A new table"))
    @app_commands.choices(code=[app_commands.Choice(name=one.upper(), value=one) for one in ("fitab", "fibur")])
    async def new(interaction: Press, code: str, points: app_commands.Range[int, 505, 3005] = 2005) -> None:
        words = f"{code} to {points} {interaction.locale} @everyone <@{interaction.user.id}>"
        await interaction.response.send_message(words, view=Table(), file=file(10))

    @tree.command(name=app_commands.locale_str("lay"), description="Lay cards")
    async def lay(interaction: Press, cards: str) -> None:
        await interaction.response.send_message(f"laid {cards}", ephemeral=True)

    @lay.autocomplete("cards")
    async def suggest(interaction: Press, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=one.upper(), value=one) for one in ("5h6h7h", "kd") if one.startswith(current)]

    @tree.command(name="setup", description="Settings of this server")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def setup(interaction: Press, partner: discord.Member | None = None) -> None:
        await interaction.response.send_message(partner.display_name if partner else "nobody", ephemeral=True)

    @tree.context_menu(name="Burraco card")
    async def card(interaction: Press, member: discord.Member) -> None:
        await interaction.response.send_message(f"card of {member.display_name}", ephemeral=True)

    tree.add_command(group)
